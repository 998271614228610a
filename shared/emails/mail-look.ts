import { emailLogo, look } from '#brand/emails/look.ts';

/** The colours and the logo of mails; `header` is the colour around the logo. */
export type MailLook = typeof look & { logo: { path: string; width: number; height: number }; header: string };

/** Those of the brand. */
export const brandMail: MailLook = { ...look, logo: { ...emailLogo }, header: look.brand };
