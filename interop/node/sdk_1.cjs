// The TypeScript SDK, `@modelcontextprotocol/sdk` 1.x: `sdk_1.cjs TARGET FILE`, where TARGET is a URL or a command.

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

async function call(target, tools, person) {
  const elicitation = person.capability();
  const client = new Client({ name: "interop", version: "1" }, { capabilities: elicitation ? { elicitation } : {} });
  if (elicitation) {
    client.setRequestHandler(types.ElicitRequestSchema, ({ params }, { signal }) => person.answer(params, signal));
  }
  client.setNotificationHandler(types.ElicitationCompleteNotificationSchema, ({ params }) => {
    person.completed.push(params.elicitationId);
  });
  await client.connect(transport(target));
  try {
    await client.listTools();
    let result;
    for (const [name, args] of tools) {
      const response = await client.callTool({ name, arguments: typeof args === "function" ? args(result) : args });
      const text = response.content.map((block) => block.text).join("");
      result = { text, error: response.isError ?? false, structured: response.structuredContent };
    }
    return result;
  } finally {
    await client.transport.terminateSession?.();
    await client.close();
  }
}

main(call);
