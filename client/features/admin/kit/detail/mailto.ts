/** The address of a link that writes a mail; the @ stays legible. */
export const mailtoHref = (email: string, subject?: string): string =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`;
