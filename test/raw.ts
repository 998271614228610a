import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';

/** A raw answer; `status` is 0 when the connection was closed without one. */
export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

/**
 * Sends bytes unchanged, without a client that would correct them, and reads until the server closes or goes silent.
 */
export function sendRaw(port: number, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1');
    let text = '';
    const end = () => {
      socket.destroy();
      resolve(parse(text));
    };
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (isComplete(text)) end();
    });
    socket.on('error', end);
    socket.on('close', end);
    socket.setTimeout(15_000, end);
    // No faster than they are read: otherwise they would accumulate in this process.
    Readable.from(parts).pipe(socket, { end: false });
  });
}

function isComplete(text: string): boolean {
  const split = text.indexOf('\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  return split >= 0 && length !== undefined && text.length >= split + 4 + Number(length);
}

function parse(text: string): RawAnswer {
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { status: Number(first.split(' ')[1] ?? 0), headers, body };
}
