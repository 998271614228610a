import type { AddressInfo, Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** A mail that the server has accepted, parsed independently. */
export type ReceivedMail = ParsedMail & { recipients: string[]; raw: string };

/**
 * The server's behaviour. A refusal has its reply code. `lost-answer` accepts the mail and disconnects without an
 * answer. `late` takes the mail at once and answers after that many milliseconds.
 */
export type SmtpFault =
  | 'reset'
  | 'black-hole'
  | 'lost-answer'
  | { late: number }
  | { rcpt: number; words?: string }
  | { data: number; words?: string }
  | null;

export type TestSmtp = {
  url: string;
  /** In order of arrival, including duplicates. */
  received: ReceivedMail[];
  /** The number of refused commands and mails. */
  refusals: number;
  /** The number of open connections. */
  open: number;
  close(): Promise<void>;
};

/**
 * A real SMTP server on a free port.
 *
 * @param faults.onConnect called for each connection, with its number from 1
 * @param faults.onRecipient called for each recipient
 * @param faults.onMail called for each whole mail, with its number from 1
 */
export async function startSmtp(
  faults: {
    onConnect?: (count: number) => SmtpFault;
    onRecipient?: (address: string) => SmtpFault;
    onMail?: (count: number) => SmtpFault;
    port?: number;
  } = {},
): Promise<TestSmtp> {
  let connections = 0;
  let mails = 0;
  const received: ReceivedMail[] = [];
  const state = { refusals: 0 };
  const refuse = (code: number, words = 'Not with me') => {
    state.refusals++;
    return Object.assign(new Error(words), { responseCode: code });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    logger: false,
    onConnect: (session, answer) => {
      const fault = faults.onConnect?.(++connections) ?? null;
      if (fault === 'reset') socketOf(server, session)?.resetAndDestroy();
      else if (fault !== 'black-hole') answer();
    },
    onRcptTo: (address, _session, answer) => {
      const fault = faults.onRecipient?.(address.address) ?? null;
      if (fault === 'black-hole') return;
      if (fault && typeof fault === 'object' && 'rcpt' in fault) answer(refuse(fault.rcpt, fault.words));
      else answer();
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const fault = faults.onMail?.(++mails) ?? null;
        if (fault === 'black-hole') return;
        if (fault === 'reset') return void socketOf(server, session)?.resetAndDestroy();
        if (fault && typeof fault === 'object' && 'data' in fault) return answer(refuse(fault.data, fault.words));
        const raw = Buffer.concat(chunks);
        const recipients = session.envelope.rcptTo.map((r) => r.address);
        received.push({ ...(await simpleParser(raw)), recipients, raw: raw.toString('utf8') });
        if (fault === 'lost-answer') socketOf(server, session)?.resetAndDestroy();
        else if (fault && typeof fault === 'object' && 'late' in fault) setTimeout(answer, fault.late);
        else answer();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(faults.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    get refusals() {
      return state.refusals;
    },
    get open() {
      return connectionsOf(server).size;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The server's types do not expose its connections. */
const connectionsOf = (server: SMTPServer) =>
  (server as unknown as { connections: Set<{ id: string; _socket: Socket }> }).connections;

/** The session's own socket. */
function socketOf(server: SMTPServer, session: SMTPServerSession): Socket | undefined {
  return [...connectionsOf(server)].find((connection) => connection.id === session.id)?._socket;
}
