import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { previewUrl } from '#shared/content/content.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { languageName } from '../../../lib/display-names.ts';
import { useLanguage } from '../../../lib/language.ts';
import { createStoredValue } from '../../../lib/stored-value.ts';
import { useEvent } from '../kit/list/stable.ts';
import { Switch } from './switch.tsx';

type Props = {
  path: string;
  /** `product:<id>`: shown even as a draft. */
  item?: string;
  /** Changes when the page would change. */
  version?: string;
  /** Each sentence is a link to its form. What the frame shows is kept for the way back. */
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

type View = { path: string; language: string; device: keyof typeof WIDTHS; top: number };

/** The last view of the editable frame. In the session's storage, because a press on a sentence reloads the admin. */
const lastView = createStoredValue<View | null>({
  key: 'admin-preview',
  area: 'session',
  initial: null,
  read: (text) => JSON.parse(text ?? 'null'),
});

/** A preview of a page in either language, at phone or desktop width; links work inside the frame. */
export default function PreviewFrame({ path: first, item, version, isEditable = false }: Props) {
  const own = useLanguage();
  const [view, setView] = useState<View>(
    () => (isEditable && lastView.get()) || { path: first, language: own, device: 'phone', top: 0 },
  );
  const [isEdited, setIsEdited] = useState(isEditable);
  const { path, language, device } = view;
  const change = (changed: Partial<View>) => setView({ ...view, top: 0, ...changed });
  const onLeft = (top: number) => {
    if (isEditable) lastView.set({ ...view, top });
    // The same page is shown again, with a change.
    setView((now) => (now === view ? { ...view, top } : now));
  };
  const url = previewUrl(path, language, item, isEdited);
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageSelect first={first} path={path} onChange={(chosen) => change({ path: chosen })} />
        <Switch
          label={m.admin_preview_language()}
          options={LANGUAGES.map((id) => [id, languageName(id)])}
          value={language}
          onChange={(chosen) => change({ language: chosen })}
        />
        <Switch
          label={m.admin_preview_width()}
          options={(['phone', 'desktop'] as const).map((id) => [id, widthLabels[id]()])}
          value={device}
          onChange={(chosen) => change({ device: chosen })}
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
      <ScaledPage
        key={`${url} ${version}`}
        url={url}
        width={WIDTHS[device]}
        isEdited={isEdited}
        top={view.top}
        onLeft={onLeft}
      />
    </div>
  );
}

type SelectProps = { first: string; path: string; onChange: (path: string) => void };

/** The page to show; the first one is also offered if it is not in the list. */
function PageSelect({ first, path, onChange }: SelectProps) {
  const paths = PAGES.some(([page]) => page === path) ? PAGES : [[first, () => first] as const, ...PAGES];
  return (
    <select
      aria-label={m.admin_preview_page()}
      className="control select small-select"
      value={path}
      onChange={(event) => onChange(event.target.value)}
    >
      {paths.map(([page, label]) => (
        <option key={page} value={page}>
          {label()}
        </option>
      ))}
    </select>
  );
}

type PageProps = {
  url: string;
  width: number;
  isEdited: boolean;
  /** Scroll position to begin at. */
  top: number;
  /** Called with the scroll position when the page is left. */
  onLeft: (top: number) => void;
};

/** The page at its own width, scaled down if there is less space. */
function ScaledPage({ url, width, isEdited, top, onLeft }: PageProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const room = useWidth(box);
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  const leave = useEvent(onLeft);
  useLayoutEffect(() => {
    const page = frame.current;
    const keep = () => leave(page?.contentWindow?.scrollY ?? 0);
    // React's cleanup does not run when the document is unloaded.
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [leave]);
  return (
    <div ref={box} className="h-[72vh] overflow-hidden">
      <iframe
        ref={frame}
        title={m.admin_site_preview()}
        src={url}
        className="mx-auto block origin-top-left rounded-field border border-line"
        // Without scripts and forms; same origin, so that its links are answered. A press on a sentence leaves the
        // frame.
        sandbox={`allow-same-origin${isEdited ? ' allow-top-navigation-by-user-activation' : ''}`}
        style={{
          width,
          height: `calc(72vh / ${scale})`,
          scale: String(scale),
          ...(scale < 1 && { marginRight: -width * (1 - scale) }),
        }}
        onLoad={(event) => event.currentTarget.contentWindow?.scrollTo({ top, behavior: 'instant' })}
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
