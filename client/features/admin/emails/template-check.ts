import { zodResolver } from '@hookform/resolvers/zod';
import { emailTemplateSavedSchema } from '#shared/emails/emails.ts';

/** Checks a template when it is saved. Loaded on demand, because it includes the texts of every error. */
export const checkTemplate = zodResolver(emailTemplateSavedSchema);
export { issueText } from '../kit/form/issue-text.ts';
