// The TypeScript SDK, `@modelcontextprotocol/sdk` 1.x.

const { Client } = require("@modelcontextprotocol/sdk/client");
const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");
const { StreamableHTTPClientTransport } = require("@modelcontextprotocol/sdk/client/streamableHttp.js");
const types = require("@modelcontextprotocol/sdk/types.js");

const { main } = require("./play.cjs");

function transport(target) {
  if (target.startsWith("http")) return new StreamableHTTPClientTransport(new URL(target));
  const [command, ...args] = target.split(" ");
  return new StdioClientTransport({ command, args });
}

async function connect(target, person) {
  const elicitation = person.capability();
  const client = new Client({ name: "interop", version: "1" }, { capabilities: elicitation ? { elicitation } : {} });
  if (elicitation) {
    client.setRequestHandler(types.ElicitRequestSchema, ({ params }, { signal }) => person.answer(params, signal));
  }
  client.setNotificationHandler(types.ElicitationCompleteNotificationSchema, ({ params }) => {
    person.completed.push(params.elicitationId);
  });
  const link = transport(target);
  await client.connect(link);
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
