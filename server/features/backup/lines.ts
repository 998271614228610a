/** Splits UTF-8 text into lines. @throws UnfinishedLineError when the last line does not end */
export async function* splitLines(text: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of text) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString();
      rest = [];
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) throw new UnfinishedLineError();
}

export class UnfinishedLineError extends Error {
  override readonly name = 'UnfinishedLineError';
}
