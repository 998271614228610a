import type { ReactNode } from 'react';
import logo from '#brand/images/logo-compact-light.svg?url';
import * as m from '#messages';
import { shopFacts } from '../lib/catalogue.ts';
import { ownLogo } from '../lib/own-logo.ts';
import { policyLinks } from '../lib/policy-names.ts';
import { Icon } from '../ui/icons.tsx';
import { Container } from '../ui/layout.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { TileStrip } from '../ui/tile-strip.tsx';
import { navLinks } from './site-links.ts';

/** The owner's logo is made for a light ground. */
const ON_DARK = {
  boxSizing: 'content-box',
  maxWidth: 'calc(100% - 1.75rem)',
  objectFit: 'contain',
  padding: '0.6rem 0.875rem',
  borderRadius: 'var(--radius-field)',
  background: 'var(--color-ground)',
} as const;

const row = 'inline-flex min-h-11 min-w-11 items-center gap-2.5 underline-offset-4 hover:underline';

/** The end of every public page: links and text, without controls. */
export default function Footer() {
  const { legalName, address, name } = shopFacts();
  return (
    <footer className="footer bg-second text-ground print:hidden">
      <TileStrip />
      <Container className="grid gap-x-12 gap-y-10 grid-cols-[repeat(auto-fit,minmax(max(7.5rem,34%),1fr))] sm:grid-cols-2 pt-14 pb-10 lg:grid-cols-[1.7fr_1fr_1.2fr_1fr]">
        <div className="col-span-full lg:col-span-1">
          <img
            src={logo}
            width={927}
            height={160}
            alt={name}
            loading="lazy"
            className="h-11 w-auto"
            {...ownLogo(() => ON_DARK)}
          />
          <p className="mt-5 max-w-[30rem]">{m.footer_about()}</p>
          <p className="mt-3 max-w-[30rem] text-tint">{m.footer_distribution()}</p>
        </div>
        <SiteLinks />
        <ContactLinks />
        <ProfileLinks />
      </Container>
      <Container className="text-[0.92rem] text-tint">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-t border-ground/20 py-4">
          <p>{m.footer_legal({ company: legalName, state: address.state })}</p>
          <nav aria-label={m.policy_nav()}>
            <ul className="flex flex-wrap gap-x-6">
              {policyLinks.map(({ kind, href, label }) => (
                <li key={kind}>
                  <a href={href} className={row}>
                    {label()}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </Container>
    </footer>
  );
}

function SiteLinks() {
  return (
    <Column title={m.footer_links()}>
      <nav aria-label={m.footer_links()}>
        <ul>
          {navLinks().map(({ href, label }) => (
            <li key={href}>
              <TextLink href={href} className={row}>
                {label()}
              </TextLink>
            </li>
          ))}
        </ul>
      </nav>
    </Column>
  );
}

function ContactLinks() {
  const { email, phone, phoneHref } = shopFacts();
  return (
    <Column title={m.footer_contact()} className="max-lg:order-last max-sm:col-span-full">
      <ul>
        <li>
          <a href={`tel:${phoneHref}`} className={row}>
            <Icon name="phone" />
            {phone}
          </a>
        </li>
        <li>
          <a href={`mailto:${email}`} className={`${row} break-all`}>
            <Icon name="mail" />
            {email}
          </a>
        </li>
      </ul>
    </Column>
  );
}

function ProfileLinks() {
  const { instagram, tiktok } = shopFacts().social;
  if (!instagram && !tiktok) return null;
  return (
    <Column title={m.footer_follow()}>
      <ul>
        {instagram && (
          <li>
            <a href={instagram} className={row}>
              <Icon name="instagram" />
              Instagram
            </a>
          </li>
        )}
        {tiktok && (
          <li>
            <a href={tiktok} className={row}>
              <Icon name="tiktok" />
              TikTok
            </a>
          </li>
        )}
      </ul>
    </Column>
  );
}

function Column({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <h2 className="mb-2 text-label font-sans text-second-light uppercase">{title}</h2>
      {children}
    </div>
  );
}
