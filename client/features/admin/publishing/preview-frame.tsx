import { useEffect, useRef, useState } from 'react';
import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { previewUrl } from '#shared/content/content.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { languageName } from '../../../lib/display-names.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Switch } from './switch.tsx';

type Props = {
  path: string;
  /** `product:<id>`: shown even as a draft. */
  item?: string;
  /** Changes when the page would change. */
  version?: string;
  /** Offers to make each sentence a link to its form. */
  isEditable?: boolean;
};

const PAGES: readonly (readonly [path: string, label: () => string])[] = [
  ['/', m.nav_home],
  ['/shop', m.nav_shop],
  ['/product', m.nav_product],
  ['/about', m.nav_about],
  ...(sections.wholesale ? [['/wholesale', m.nav_wholesale] as const] : []),
  ['/contact', m.nav_contact],
];
const WIDTHS = { phone: 390, desktop: 1280 } as const;
const widthLabels = { phone: m.admin_preview_phone, desktop: m.admin_preview_desktop };

/** A preview of a page in either language, at phone or desktop width; links work inside the frame. */
export default function PreviewFrame({ path: first, item, version, isEditable = false }: Props) {
  const [language, setLanguage] = useState<string>(useLanguage());
  const [path, setPath] = useState(first);
  const [device, setDevice] = useState<keyof typeof WIDTHS>('phone');
  const [isEdited, setIsEdited] = useState(false);
  const url = previewUrl(path, language, item, isEdited);
  const paths = PAGES.some(([page]) => page === path) ? PAGES : [[first, () => first] as const, ...PAGES];
  return (
    <div className="preview">
      <div className="preview-tools">
        <select
          aria-label={m.admin_preview_page()}
          className="control select small-select"
          value={path}
          onChange={(event) => setPath(event.target.value)}
        >
          {paths.map(([page, label]) => (
            <option key={page} value={page}>
              {label()}
            </option>
          ))}
        </select>
        <Switch
          label={m.admin_preview_language()}
          options={LANGUAGES.map((id) => [id, languageName(id)])}
          value={language}
          onChange={setLanguage}
        />
        <Switch
          label={m.admin_preview_width()}
          options={(['phone', 'desktop'] as const).map((id) => [id, widthLabels[id]()])}
          value={device}
          onChange={setDevice}
        />
        {isEditable && (
          <label className="choice">
            <input type="checkbox" checked={isEdited} onChange={(event) => setIsEdited(event.target.checked)} />
            {m.admin_preview_edit()}
          </label>
        )}
        <a className="text-button" href={url} target="_blank" rel="noreferrer">
          {m.admin_preview_tab()}
        </a>
      </div>
      <ScaledPage url={url} version={version} width={WIDTHS[device]} isEdited={isEdited} />
    </div>
  );
}

type PageProps = { url: string; version: string | undefined; width: number; isEdited: boolean };

/** The page at its own width, scaled down if there is less space. */
function ScaledPage({ url, version, width, isEdited }: PageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const room = useWidth(frame);
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div ref={frame} className="preview-frame">
      <iframe
        key={`${url} ${version}`}
        title={m.admin_site_preview()}
        src={url}
        // Without scripts and forms; same origin, so that its links are answered. A press on a sentence leaves the
        // frame.
        sandbox={`allow-same-origin${isEdited ? ' allow-top-navigation-by-user-activation' : ''}`}
        style={{
          width,
          height: `calc(72vh / ${scale})`,
          scale: String(scale),
          ...(scale < 1 && { marginRight: -width * (1 - scale) }),
        }}
      />
    </div>
  );
}

function useWidth(frame: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
