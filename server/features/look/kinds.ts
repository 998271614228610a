import { createHash } from 'node:crypto';
import { AppError } from '#server/errors.ts';
import type { ContentKind, Fields } from '#server/features/content/kind.ts';
import type { LiveContent } from '#server/features/content/live-content.ts';
import { brandMail, type MailLook } from '#shared/emails/mail-look.ts';
import { brandLook, faultsInLook, type LookFields, type PublicLook } from '#shared/look/look.ts';
import { changedPalette, readableOn, shadesOf } from '#shared/look/palette.ts';
import { logoSize, lookPath, lookPicturePath, mailLogoSize } from '#shared/look/pictures.ts';

type Snapshot = { items: ReadonlyMap<string, ReadonlyMap<string, Fields>> };

/** The only item of its kind. */
export const LOOK_ID = 'look';
/** Increase it when the same logo and colours give other pictures. */
const PICTURES_VERSION = 1;

/** Saved fields as a look; fields added by this version of the shop come from the brand. */
export function toLook({ name, logo, colours }: Fields): LookFields {
  const saved = (colours ?? {}) as Partial<LookFields['colours']>;
  return {
    name: typeof name === 'string' ? name : brandLook.name,
    logo: typeof logo === 'string' ? logo : null,
    colours: { ...brandLook.colours, ...saved },
  };
}

/** The name of the set of pictures made from the logo; empty while the logo is the brand's. */
export function picturesOf({ logo, colours }: Pick<LookFields, 'logo' | 'colours'>): string {
  if (logo === null) return '';
  const { ground, brand, accent } = colours;
  const parts = [PICTURES_VERSION, logo, ground, brand, accent].join(' ');
  return createHash('sha256').update(parts).digest('hex').slice(0, 16);
}

/** Name, logo and colours, as content that the owner can change. */
export const lookKind: ContentKind = {
  kind: 'look',
  defaults: new Map([[LOOK_ID, { ...brandLook, pictures: '' }]]),
  nameOf: (id) => id,
  derived: { from: ['logo', 'colours'], of: (fields) => ({ pictures: picturesOf(toLook(fields)) }) },
  check: (changes) => {
    const issues = changes.flatMap(({ after }) => (after ? faultsInLook(toLook(after)) : []));
    if (issues.length > 0) throw new AppError('validation', { issues });
  },
};

export const LOOK_CONTENT: readonly ContentKind[] = [lookKind];

function publishedIn(snapshot: Snapshot | null): LookFields {
  const saved = snapshot?.items.get(lookKind.kind)?.get(LOOK_ID);
  return saved ? toLook(saved) : brandLook;
}

/** The shop's name in a snapshot. `null`: nothing is saved. */
export const nameIn = (snapshot: Snapshot | null): string => publishedIn(snapshot).name;

/** What differs from the brand's look. */
function publicLook(look: LookFields): PublicLook {
  const { logo, colours } = look;
  const palette = changedPalette(colours);
  return {
    ...(Object.keys(palette).length > 0 && { palette }),
    ...(logo !== null && { logo: { src: lookPath(logo), ...logoSize(logo) }, pictures: picturesOf(look) }),
  };
}

/** The look for pages, if it differs from that of the build. */
export function lookContent(snapshot: Snapshot | null): { look?: PublicLook } {
  const look = publicLook(publishedIn(snapshot));
  return look.logo || look.palette ? { look } : {};
}

/** The look of mails in a snapshot; changed colours also in dark mode, as light as they must be there. */
export function mailLookIn(snapshot: Snapshot | null): MailLook {
  const look = publishedIn(snapshot);
  const { palette, logo } = publicLook(look);
  const { colours } = look;
  const { 'ink-soft': inkSoft = '', line = '' } = shadesOf(colours);
  const { ground, tint, brand, accent, second, ink } = colours;
  const { dark } = brandMail;
  const own = palette
    ? {
        ...{ ground, panel: tint, brand, onBrand: ground, accent, link: second, ink, inkSoft, line },
        header: brand,
        dark: { ...dark, brand: readableOn(brand, dark.card), link: readableOn(second, dark.panel) },
      }
    : {};
  if (!logo || look.logo === null) return { ...brandMail, ...own };
  const shown = { path: lookPicturePath(picturesOf(look), 'mail.png'), ...mailLogoSize(look.logo) };
  return { ...brandMail, ...own, logo: shown, header: ground };
}

/** The look of mails, from memory; as recent as the published content. */
export function mailLookOf(content: Pick<LiveContent, 'current'>): () => MailLook {
  let of: object | null = null;
  let look = brandMail;
  return () => {
    const snapshot = content.current();
    if (snapshot !== of) {
      look = mailLookIn(snapshot);
      of = snapshot;
    }
    return look;
  };
}
