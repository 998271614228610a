import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { MAX_UPLOAD_BYTES, type Media, type MediaChange } from '#shared/content/media.ts';
import { ApiError, callApi, textOfError } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { currentOf, type SaveFrom } from '../kit/stale.ts';

const [path] = adminKeys.media;

/** Refreshes the pictures, and everything that shows them. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [adminKeys.media, adminKeys.products, adminKeys.pictureSlots, adminKeys.changes].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}

type Upload = { file: File; onProgress: (share: number) => void; signal: AbortSignal };

/** Uploads one file with XMLHttpRequest, because fetch reports no upload progress. */
function sendFile({ file, onProgress, signal }: Upload): Promise<Media> {
  return new Promise((resolve, reject) => {
    // The server would close the connection during the upload, and its message would be lost.
    if (file.size > MAX_UPLOAD_BYTES)
      return reject(new ApiError(413, JSON.stringify({ message: m.admin_pictures_large() })));
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onProgress(1);
    request.onload = () => {
      if (request.status === 201) resolve(JSON.parse(request.responseText) as Media);
      else reject(new ApiError(request.status, request.responseText || request.statusText));
    };
    request.onerror = () => reject(new Error('The connection was lost'));
    request.onabort = () => reject(new Error('Taken back'));
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file);
    request.open('POST', path);
    request.send(form);
  });
}

/** A mutation, so that an ended session is noticed as everywhere else. */
export function useSendPicture() {
  const refresh = useRefresh();
  return useMutation({ mutationFn: sendFile, onSuccess: refresh });
}

export function useSavePicture(id: string, onDone: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ change, save }: { change: Omit<MediaChange, 'version'>; save: SaveFrom<Media> }) =>
      save((version) => callApi<Media>(`${path}/${id}`, { method: 'PATCH', payload: { ...change, version } })),
    onSuccess: async () => {
      await refresh();
      toast({ title: m.admin_picture_saved() });
      onDone();
    },
    onError: (error) => currentOf(error) || fail(error),
  });
}

export function useDeletePicture(onDone: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, version }: Media) => callApi(`${path}/${id}?version=${version}`, { method: 'DELETE' }),
    onSuccess: async () => {
      await refresh();
      toast({ title: m.admin_picture_deleted() });
      onDone();
    },
    onError: (error) => {
      fail(error);
      return refresh();
    },
  });
}

const fail = (error: unknown) =>
  toast({
    title: m.admin_error_title(),
    description: () => textOfError(error, m.admin_pictures_offline()),
    variant: 'destructive',
  });
