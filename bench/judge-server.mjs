// A judge that answers at once, in a thread of its own: what it takes is not time of the one who asks.
import { createServer } from 'node:http';
import { parentPort } from 'node:worker_threads';

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const nonce = /nonce\\": \\"([0-9a-f]{16})/.exec(text)?.[1];
    const content = JSON.stringify({ nonce, score: 4, explanation: 'It answers the question.' });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model: 'judge',
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 500, completion_tokens: 20, total_tokens: 520 },
      }),
    );
  });
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
