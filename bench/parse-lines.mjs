// The floor for any reader of JSON lines in Node: read the file, split it, parse each line, keep nothing.
import { readFileSync } from 'node:fs';

let records = 0;
for (const line of readFileSync(process.argv[2], 'utf8').split('\n')) {
  if (line === '') continue;
  JSON.parse(line);
  records++;
}
console.log(records);
