// The TypeScript SDK's client, `@modelcontextprotocol/client` 2.x.

const assert = require("node:assert/strict");

const { Client, StreamableHTTPClientTransport } = require("@modelcontextprotocol/client");
const { StdioClientTransport } = require("@modelcontextprotocol/client/stdio");

const { main, mode, revision } = require("./play.cjs");

function transport(target) {
  if (target.startsWith("http")) return new StreamableHTTPClientTransport(new URL(target));
  const [command, ...args] = target.split(" ");
  return new StdioClientTransport({ command, args });
}

async function connect(target, person) {
  const elicitation = person.capability();
  const client = new Client(
    { name: "interop", version: "1" },
    {
      capabilities: elicitation ? { elicitation } : {},
      versionNegotiation: { mode: ["legacy", "auto"].includes(mode) ? mode : { pin: mode } },
    },
  );
  if (elicitation) {
    client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) => person.answer(params, mcpReq.signal));
  }
  client.setNotificationHandler("notifications/elicitation/complete", ({ params }) => {
    person.completed.push(params.elicitationId);
  });
  const link = transport(target);
  await client.connect(link);
  assert.equal(client.getNegotiatedProtocolVersion(), revision);
  await client.listTools();
  return {
    async call(name, args) {
      const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: args });
      return { text: content.map((block) => block.text).join(""), error: isError, structured: structuredContent };
    },
    async close() {
      await link.terminateSession?.();
      await client.close();
    },
  };
}

main(connect);
