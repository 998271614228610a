import { useRef } from 'react';
import brandLogo from '#brand/images/logo-compact.svg?url';
import * as m from '#messages';
import { logoSize, lookPath, lookPicturePath } from '#shared/look/pictures.ts';
import { textOfError } from '../../../../lib/api-client.ts';
import { Button } from '../../../../ui/button.tsx';
import { FieldNote } from '../../kit/form/choices.tsx';
import { fieldId } from '../../kit/form/field-state.ts';
import { TextButton } from '../../kit/row-buttons.tsx';
import { useSendLogo } from './api.ts';

type Props = {
  /** `null` is the brand's. */
  logo: string | null;
  ground: string;
  /** The set of pictures that were made from this logo; `null` before it is saved. */
  made: string | null;
  error: string | undefined;
  onChange: (logo: string | null) => void;
};

/** The logo on the page's colour, a button for another file, and the icon and the picture of links made from it. */
export function LogoField({ logo, ground, made, error, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const sending = useSendLogo();
  const send = (file: File | undefined) => file && sending.mutate(file, { onSuccess: onChange });
  const reason = sending.error ? textOfError(sending.error, m.admin_pictures_offline()) : error;
  return (
    <div id={fieldId('logo')} className="grid gap-4">
      <div className="grid justify-items-center rounded-card border border-line p-6" style={{ background: ground }}>
        <LogoImage logo={logo} className="h-auto max-h-24 w-auto max-w-full" />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <input
          ref={input}
          type="file"
          accept="image/svg+xml,image/png,.svg,.png"
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
          onChange={({ target }) => {
            send(target.files?.[0]);
            // Allows the same file to be chosen again.
            target.value = '';
          }}
        />
        <Button size="small" variant="quiet" isPending={sending.isPending} onClick={() => input.current?.click()}>
          {m.admin_look_logo_choose()}
        </Button>
        {logo !== null && (
          <TextButton label={m.admin_look_logo_back()} onClick={() => onChange(null)}>
            {m.admin_look_logo_back()}
          </TextButton>
        )}
      </div>
      {reason && <FieldNote error={reason} />}
      {made && (
        <figure className="grid gap-2">
          <figcaption className="text-sm text-ink-soft">{m.admin_look_made()}</figcaption>
          <div className="flex flex-wrap items-center gap-4">
            <img
              src={lookPicturePath(made, 'icon-192.png')}
              alt={m.admin_look_icon()}
              width={192}
              height={192}
              className="size-16 rounded-field border border-line"
            />
            <img
              src={lookPicturePath(made, 'share.jpg')}
              alt={m.admin_look_share()}
              width={1200}
              height={630}
              className="h-auto w-64 max-w-full rounded-field border border-line"
            />
          </div>
        </figure>
      )}
    </div>
  );
}

/** The owner's logo, or the brand's. */
export function LogoImage({ logo, className }: { logo: string | null; className: string }) {
  const shown =
    logo === null ? { src: brandLogo, width: 927, height: 160 } : { src: lookPath(logo), ...logoSize(logo) };
  return <img {...shown} alt={m.admin_look_logo()} className={className} />;
}
