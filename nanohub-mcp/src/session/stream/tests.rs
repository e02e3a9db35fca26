use std::future::poll_fn;

use super::*;
use crate::session::history::Limits;

const KEEP: Duration = Duration::from_secs(300);

fn limits(per_stream: usize, per_session: usize) -> Limits {
    Limits { per_stream, per_session, keep: KEEP }
}

/// What a reader gets without waiting: messages with the numbers of their events.
async fn ready(stream: &MessageStream, reader: Reader) -> Vec<(u64, String)> {
    let mut got = Vec::new();
    poll_fn(|cx| {
        while let Poll::Ready(Some(Step::Message(id, message))) = stream.poll_next(reader, cx) {
            got.push((id.map_or(0, |id| id.event), String::from_utf8(message.to_vec()).unwrap()));
        }
        Poll::Ready(())
    })
    .await;
    got
}

async fn next(stream: &MessageStream, reader: Reader) -> Option<Step> {
    poll_fn(|cx| stream.poll_next(reader, cx)).await
}

fn events(events: &[(u64, &str)]) -> Vec<(u64, String)> {
    events.iter().map(|(event, message)| (*event, (*message).to_owned())).collect()
}

#[tokio::test]
async fn the_newest_reader_reads() {
    let stream = Arc::new(MessageStream::default());
    let old = stream.read();
    stream.push("a".into());
    let new = stream.read();
    assert_eq!(next(&stream, old).await, None);
    assert_eq!(next(&stream, new).await, Some(Step::Message(None, "a".into())));
    stream.push("b".into());
    stream.finish();
    assert!(!stream.push("c".into()));
    assert_eq!(ready(&stream, new).await, events(&[(0, "b")]));
    assert_eq!(next(&stream, new).await, None);
}

#[tokio::test]
async fn hl07_a_reader_that_comes_back_gets_what_followed_and_then_what_comes() {
    let history = History::new(limits(1000, 1000));
    let stream = history.stream();
    stream.push("a".into());
    let first = stream.read();
    assert_eq!(first.start, Some(EventId { stream: 0, event: 1 }));
    stream.push("b".into());
    assert_eq!(ready(&stream, first).await, events(&[(2, "a"), (3, "b")]));
    for after in 1..=3 {
        let again = stream.resume(after).unwrap();
        assert_eq!(again.start, None);
        let all = events(&[(2, "a"), (3, "b")]);
        assert_eq!(ready(&stream, again).await, all[usize::try_from(after).unwrap() - 1..]);
    }
    let last = stream.resume(3).unwrap();
    stream.conclude(Some("end".into()));
    assert_eq!(ready(&stream, last).await, events(&[(4, "end")]));
    assert_eq!(next(&stream, last).await, None);
    assert!(stream.resume(0).is_none() && stream.resume(5).is_none());
}

#[tokio::test]
async fn hl07_no_two_events_have_one_id() {
    let history = History::new(limits(1000, 1000));
    let stream = history.stream();
    let mut reader = stream.read();
    let mut seen = vec![reader.start.unwrap().event];
    for message in ["a", "b", "c"] {
        stream.push(message.into());
        seen.extend(ready(&stream, reader).await.iter().map(|(event, _)| *event));
        stream.push("waits".into());
        reader = stream.read();
        seen.push(reader.start.unwrap().event);
    }
    seen.extend(ready(&stream, reader).await.iter().map(|(event, _)| *event));
    assert!(seen.is_sorted_by(|a, b| a < b), "{seen:?}");
}

#[tokio::test]
async fn a_question_is_shown_again_for_as_long_as_it_is_open() {
    let history = History::new(limits(1, 1));
    let stream = history.stream();
    let reader = stream.read();
    let id = RequestId::string("ask-1");
    assert!(stream.ask(&id, "question".into()));
    stream.push("a".into());
    assert_eq!(ready(&stream, reader).await, events(&[(2, "question"), (3, "a")]));
    // Beyond the limits, and kept all the same.
    stream.push("b".into());
    let reader = stream.resume(1).unwrap();
    assert_eq!(ready(&stream, reader).await, events(&[(2, "question"), (4, "b")]));
    stream.settle(&id);
    let reader = stream.resume(1).unwrap();
    assert_eq!(ready(&stream, reader).await, events(&[(4, "b")]));
}

#[tokio::test]
async fn a_pause_comes_after_what_was_said_and_once() {
    let history = History::new(limits(1000, 1000));
    let stream = history.stream();
    let retry = Duration::from_millis(50);
    stream.pause(retry);
    stream.push("a".into());
    let reader = stream.read();
    assert_eq!(ready(&stream, reader).await, events(&[(2, "a")]));
    let again = stream.resume(2).unwrap();
    stream.pause(retry);
    assert_eq!(next(&stream, again).await, Some(Step::Pause(retry)));
    // Nobody is there to be sent away.
    stream.pause(retry);
    let again = stream.resume(2).unwrap();
    assert_eq!(ready(&stream, again).await, []);
    // The end is there: who is to come back for it?
    stream.pause(retry);
    stream.conclude(Some("end".into()));
    assert_eq!(ready(&stream, again).await, events(&[(3, "end")]));
    assert_eq!(next(&stream, again).await, None);
    // One that cannot be resumed does not pause.
    let plain = MessageStream::default();
    plain.pause(retry);
    assert!(poll_fn(|cx| Poll::Ready(plain.poll_ready(cx))).await.is_pending());
}

#[tokio::test]
async fn notices_beyond_the_limits_are_let_go_and_responses_are_not() {
    let history = History::new(limits(4000, 100_000));
    let stream = history.stream();
    let reader = stream.read();
    for n in 0..1000 {
        stream.push(format!("{n}").into());
        assert!(history.size().0 <= 4000);
    }
    assert!(ready(&stream, reader).await.last().is_some_and(|(_, last)| last == "999"));
    stream.conclude(Some("x".repeat(5000).into()));
    let reader = stream.resume(1).unwrap();
    assert_eq!(ready(&stream, reader).await.len(), 1);
    // One message beyond the limit still reaches a reader that is there.
    let stream = history.stream();
    let reader = stream.read();
    stream.push("y".repeat(5000).into());
    assert_eq!(ready(&stream, reader).await.len(), 1);
}

#[tokio::test]
async fn a_session_keeps_so_much_and_lets_the_oldest_streams_go() {
    let history = History::new(limits(10_000, 20_000));
    let running = history.stream();
    running.read();
    for n in 1..20 {
        let stream = history.stream();
        stream.read();
        stream.conclude(Some("x".repeat(3000).into()));
        assert!(history.size().0 <= 20_000);
        drop(stream);
        assert!(history.find(n).is_some(), "the newest one stays");
    }
    assert!(history.find(0).is_some(), "one that goes on stays");
    assert!(history.find(1).is_none() && history.find(18).is_some());
    // Beyond all limits, and still the only way to its result.
    let large = history.stream();
    large.read();
    large.conclude(Some("x".repeat(30_000).into()));
    assert_eq!(history.size().1, 2);
    drop((large, running));
    history.end();
    assert_eq!(history.size(), (0, 0));
}

#[tokio::test(start_paused = true)]
async fn memory_is_released_after_a_time() {
    let history = History::new(limits(10_000, 20_000));
    let sweep = async |seconds| {
        tokio::time::advance(Duration::from_secs(seconds)).await;
        history.sweep(Instant::now());
        history.size()
    };
    // Read to its end: it stays for as long as that may be on its way.
    let stream = history.stream();
    let reader = stream.read();
    stream.conclude(Some("end".into()));
    assert_eq!((ready(&stream, reader).await.len(), next(&stream, reader).await), (1, None));
    drop(stream);
    assert_eq!(sweep(29).await.1, 1);
    assert_eq!(sweep(1).await, (0, 0));
    // Not read to its end.
    let stream = history.stream();
    let reader = stream.read();
    stream.conclude(Some("end".into()));
    stream.leave(reader);
    drop(stream);
    assert_eq!(sweep(299).await.1, 1);
    assert_eq!(sweep(1).await, (0, 0));
    // One that goes on keeps what was not sent, and of the rest what was sent of late and what is open.
    let stream = history.stream();
    let reader = stream.read();
    let id = RequestId::string("ask-1");
    stream.ask(&id, "question".into());
    stream.push("old".into());
    ready(&stream, reader).await;
    stream.push("waiting".into());
    sweep(300).await;
    let reader = stream.resume(1).unwrap();
    assert_eq!(ready(&stream, reader).await, events(&[(2, "question"), (4, "waiting")]));
    sweep(299).await;
    let reader = stream.resume(3).unwrap();
    assert_eq!(ready(&stream, reader).await, events(&[(4, "waiting")]));
}
