import type { CSSProperties } from 'react';
import * as m from '#messages';
import { brandColours, shadesOf } from '#shared/look/palette.ts';
import { COLOUR_ROLES, type LookColours } from '#shared/look/roles.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { isColour } from './colour-fields.tsx';
import { LogoImage } from './logo-field.tsx';

/** Parts of the pages in these colours, whatever the admin's own are. A colour that is being typed is the brand's. */
export function LookPreview({ name, logo, colours }: { name: string; logo: string | null; colours: LookColours }) {
  const whole = { ...brandColours };
  for (const role of COLOUR_ROLES) if (isColour(colours[role])) Object.assign(whole, { [role]: colours[role] });
  const palette = { ...whole, ...shadesOf(whole), white: '#ffffff' };
  const style = Object.fromEntries(Object.entries(palette).map(([key, value]) => [`--color-${key}`, value]));
  return (
    <figure className="grid gap-2">
      <figcaption className="text-sm text-ink-soft">{m.admin_look_preview()}</figcaption>
      {/* A picture of the page: what looks like a link or a button does nothing. */}
      <div
        aria-hidden="true"
        className="look-preview overflow-hidden rounded-card border border-line bg-ground text-ink"
        style={{ ...style, colorScheme: 'light' } as CSSProperties}
      >
        <div className="flex flex-wrap items-center justify-between gap-3 bg-ground px-5 py-3">
          <LogoImage logo={logo} className="h-9 w-auto max-w-[60%] object-contain" />
          <span className="flex items-center gap-4 font-semibold">
            <span className="border-b-[3px] border-accent text-brand">{m.nav_shop()}</span>
            <span className="max-sm:hidden">{m.nav_about()}</span>
          </span>
        </div>
        <div className="grid gap-4 p-5 @min-[40rem]:grid-cols-2">
          <div className="grid content-start justify-items-start gap-3">
            <p className="text-[1.6rem] leading-tight font-bold text-brand">{name}</p>
            <p>
              {m.admin_look_sample()} <span className="font-semibold text-second underline">{m.nav_about()}</span>
            </p>
            <p className="text-ink-soft">{m.admin_look_sample_soft()}</p>
            <span className="flex flex-wrap gap-3">
              <span className={buttonClass({ size: 'small' })}>{m.home_shop_now()}</span>
              <span className={buttonClass({ size: 'small', variant: 'secondary' })}>{m.nav_wholesale()}</span>
            </span>
          </div>
          <div className="grid content-start gap-2 rounded-card border border-line bg-white p-5">
            <p className="text-lg font-bold text-brand">{m.admin_look_sample_card()}</p>
            <p className="text-2xl">$19.99</p>
            <p className="rounded-field bg-tint px-3 py-2">{m.admin_look_sample_tint()}</p>
          </div>
        </div>
        <div className="bg-second px-5 py-4 text-ground">
          <p className="text-sm font-semibold uppercase text-second-light">{m.footer_contact()}</p>
          <p className="text-tint">{m.admin_look_sample_footer()}</p>
        </div>
      </div>
    </figure>
  );
}
