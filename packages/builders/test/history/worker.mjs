/** Goes on with the history that it is sent, and answers with its text. */

import { parentPort } from "node:worker_threads";
import { ChatMessage, ConversationHistory } from "@parlance/builders";

parentPort.once("message", (text) => {
  const history = ConversationHistory.restore(text);
  const refused = refusal(() => history.add(ChatMessage.createUser("again")));
  const call = '{"id":"call_1","name":"count","arguments":{"n":12345678901234567890}}';
  history.add(ChatMessage.decode(`{"role":"assistant","tool_calls":[${call}]}`));
  parentPort.postMessage({ text: ConversationHistory.serialise(history), refused });
});

function refusal(run) {
  try {
    run();
  } catch (error) {
    return error.issues.map(({ code }) => code);
  }
  return [];
}
