import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as m from '#messages';
import type { Media } from '#shared/content/media.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { TrashButton } from '../kit/row-buttons.tsx';
import { type Upload, useUploads } from './uploads.ts';

/** What the server accepts. With these types, an iPhone converts its own format to JPEG. */
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif';

/** Takes pictures from the camera, the gallery, a drop or the clipboard, several at once, and shows their progress. */
export function UploadArea({ onAdded }: { onAdded: (media: Media) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { list, add, retry, remove } = useUploads(onAdded);
  usePastedFiles(add);
  const drop = useDrop(add);
  return (
    <div className="mt-4 grid gap-3">
      <div
        className="grid justify-items-start gap-2 rounded-card border-2 border-dashed border-line bg-ground p-5 data-over:border-brand data-over:bg-tint"
        {...drop}
      >
        <input
          ref={input}
          type="file"
          accept={ACCEPTED}
          multiple
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
          onChange={({ target }) => {
            add(target.files ?? []);
            // Allows the same file to be chosen again.
            target.value = '';
          }}
        />
        <Button size="small" data-autofocus onClick={() => input.current?.click()}>
          {m.admin_pictures_choose()}
        </Button>
        <p className="hidden text-sm pointer-fine:block">{m.admin_pictures_drop()}</p>
        <p className="text-sm text-ink-soft">{m.admin_pictures_hint()}</p>
      </div>
      {list.length > 0 && (
        <ul className="grid gap-2" aria-label={m.admin_pictures_coming()}>
          {list.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onRetry={() => retry(upload.key)}
              onRemove={() => remove(upload.key)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

type AddFiles = ReturnType<typeof useUploads>['add'];

function usePastedFiles(add: AddFiles): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
}

/** Props of an element that takes dropped files; `data-over` while files are dragged over it. */
function useDrop(add: AddFiles) {
  const [isOver, setIsOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      add(event.dataTransfer.files);
    },
  };
}

type RowProps = { upload: Upload; onRetry: () => void; onRemove: () => void };

function UploadRow({ upload, onRetry, onRemove }: RowProps) {
  const { file, state, share, reason } = upload;
  const isFailed = state === 'failed';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-field border border-line px-3 py-2">
      <FilePreview file={file} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate text-sm font-semibold">{file.name}</p>
        {isFailed ? (
          <p role="alert" className="mt-0.5 flex items-start gap-1.5 text-sm font-semibold text-brand">
            <Icon name="alert" className="mt-0.5 size-4 shrink-0" />
            {reason}
          </p>
        ) : (
          <>
            <progress
              className="mt-[0.35rem] mb-[0.15rem] block h-2 w-full accent-brand"
              max={1}
              value={state === 'sending' && share === 1 ? undefined : share}
              aria-label={file.name}
            />
            <p className="text-sm text-ink-soft">{progressText(upload)}</p>
          </>
        )}
      </div>
      {isFailed && (
        <Button size="small" variant="quiet" onClick={onRetry}>
          {m.admin_try_again()}
        </Button>
      )}
      <TrashButton className="" label={m.admin_pictures_remove({ name: file.name })} onClick={onRemove} />
    </li>
  );
}

function progressText({ state, share }: Upload): string {
  if (state === 'waiting') return m.admin_pictures_waiting();
  return share < 1 ? m.admin_pictures_sending({ percent: Math.floor(share * 100) }) : m.admin_pictures_making();
}

/** The file as this browser decodes it; drawn on a canvas, because the page's policy forbids `blob:` URLs. */
function FilePreview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    const draw = async () => {
      const picture = await createImageBitmap(file, { resizeHeight: 112, resizeQuality: 'medium' });
      if (!isGone && canvas.current) {
        canvas.current.width = picture.width;
        canvas.current.height = picture.height;
        canvas.current.getContext('2d')?.drawImage(picture, 0, 0);
      }
      picture.close();
    };
    // Ignored, because the server refuses a file that is not a picture.
    draw().catch(() => {});
    return () => {
      isGone = true;
    };
  }, [file]);
  return (
    <span aria-hidden="true">
      <canvas ref={canvas} className="size-14 flex-none rounded-field bg-tint object-cover" width={4} height={3} />
    </span>
  );
}
