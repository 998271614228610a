import { useMutation } from '@tanstack/react-query';
import * as m from '#messages';
import { type AdminLook, type LookChange, MAX_LOGO_BYTES } from '#shared/look/look.ts';
import { ApiError } from '../../../../lib/api-client.ts';
import { adminKeys } from '../../keys.ts';
import { contentCalls } from '../content-calls.ts';

export const lookCalls = contentCalls<AdminLook, LookChange>(adminKeys.look, {
  undo: m.admin_look_undo,
  failed: m.admin_look_not_saved,
});

async function sendLogo(file: File): Promise<string> {
  // The server would close the connection during the upload, and its message would be lost.
  if (file.size > MAX_LOGO_BYTES) throw new ApiError(413, JSON.stringify({ message: m.admin_look_logo_large() }));
  const body = new FormData();
  body.append('file', file);
  const response = await fetch(`${adminKeys.look[0]}/logo`, { method: 'POST', body });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text || response.statusText);
  return (JSON.parse(text) as { logo: string }).logo;
}

/** Stores a logo without showing it. A mutation, so that an ended session is noticed as everywhere else. */
export const useSendLogo = () => useMutation({ mutationFn: sendLogo });
