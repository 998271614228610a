/** A mail server as the admin asks for it. */
export type SmtpParts = {
  smtpHost: string;
  smtpPort?: string | undefined;
  smtpUser?: string | undefined;
  smtpPassword?: string | undefined;
};

const SUBMISSION = '587';
/** TLS from the first byte on this port (RFC 8314, 3.3); by STARTTLS on others. */
const IMPLICIT_TLS = '465';
const HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])$/i;
const PORT = /^[1-9]\d{0,4}$/;

/** The value of `SMTP_URL`; one that is refused when a part is not usable. */
export function smtpUrl({ smtpHost, smtpPort = SUBMISSION, smtpUser, smtpPassword }: SmtpParts): string {
  const isGood = HOST.test(smtpHost) && PORT.test(smtpPort) && Number(smtpPort) < 65_536;
  // A password without a name is a mistake, not a login.
  if (!isGood || (smtpPassword && !smtpUser)) return 'smtp://';
  const login = smtpUser ? `${encodeURIComponent(smtpUser)}:${encodeURIComponent(smtpPassword ?? '')}@` : '';
  return `${smtpPort === IMPLICIT_TLS ? 'smtps' : 'smtp'}://${login}${smtpHost}:${smtpPort}`;
}

/** The parts of a URL of the environment, to be shown. */
export function smtpParts(url: string): SmtpParts {
  const { hostname, port, protocol, username, password } = new URL(url);
  return {
    smtpHost: hostname,
    smtpPort: port || (protocol === 'smtps:' ? IMPLICIT_TLS : SUBMISSION),
    ...(username && { smtpUser: decodeURIComponent(username) }),
    ...(password && { smtpPassword: decodeURIComponent(password) }),
  };
}
