import type { ReactNode } from 'react';
import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { closedDays } from '#shared/content/opening-hours.ts';
import { shopFacts } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { specialHoursText } from '../../lib/special-hours.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { Container } from '../../ui/layout.tsx';
import { Picture } from '../../ui/picture.tsx';
import { pictureAt } from '../../ui/picture-at.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { unbroken } from '../../ui/unbroken.tsx';

const bigLink =
  'inline-block min-h-11 py-2.5 font-display text-[clamp(1.1rem,0.6rem+2.8vw,2.5rem)] leading-tight text-brand underline decoration-accent decoration-2 underline-offset-8 hover:decoration-brand wrap-anywhere';

/** The `@name` in a profile's URL. */
const handleOf = (url: string) => url.replace(/^[^/]*\/\/[^/]*\/?@?([^/?]*).*/, '@$1');

/** Mail, phone, address, hours, profiles, and a link for stores. */
export default function ContactWays() {
  return (
    <>
      <Container className="grid gap-x-16 gap-y-12 pt-8 pb-section lg:grid-cols-[1.35fr_1fr] lg:pt-14">
        <div>
          <h1 className="text-h1">{m.contact_heading()}</h1>
          <p className="mt-5 max-w-prose text-lead">{m.contact_subtitle()}</p>
          <Reach />
          <Visit />
        </div>
        <div className="flex flex-col gap-8">
          <div className="arch">
            <Picture
              {...pictureAt('contact')}
              sizes="(min-width: 64rem) 40vw, 92vw"
              isFirst
              className="aspect-square w-full object-cover"
            />
          </div>
          <Profiles />
        </div>
      </Container>
      {sections.wholesale && <Wholesale />}
    </>
  );
}

function Reach() {
  const { email, phone, phoneHref } = shopFacts();
  return (
    <dl className="mt-10 space-y-8">
      <Way icon="mail" title={m.contact_email()}>
        <a href={`mailto:${email}`} className={bigLink}>
          {email}
        </a>
      </Way>
      <Way icon="phone" title={m.contact_phone()}>
        <a href={`tel:${phoneHref}`} className={bigLink}>
          {phone}
        </a>
      </Way>
    </dl>
  );
}

function Visit() {
  const { address } = shopFacts();
  return (
    <dl className="mt-10 grid gap-8 border-t-2 border-line pt-8 sm:grid-cols-2">
      <Way icon="pin" title={m.contact_address()}>
        <address className="not-italic">
          {address.street}
          <br />
          {address.city}, {address.state} {address.zipCode}
        </address>
      </Way>
      <Way icon="clock" title={m.contact_hours()}>
        <Hours />
      </Way>
      <Way icon="bag" title={m.contact_order()}>
        <TextLink href="/order/find" className="link inline-flex min-h-11 items-center">
          {m.contact_order_find()}
        </TextLink>
      </Way>
    </dl>
  );
}

function Hours() {
  const { hours, specialHours = [] } = shopFacts();
  const language = useLanguage();
  return (
    <>
      {m.contact_hours_week()}
      {closedDays(hours).length > 0 && (
        <>
          <br />
          <span className="text-ink-soft">{m.contact_hours_weekend()}</span>
        </>
      )}
      {specialHours.length > 0 && (
        <ul className="mt-3 space-y-1.5">
          {specialHours.map((special) => (
            <li key={special.from}>
              <strong className="font-semibold">{special.word[language]}</strong>
              <span className="block first-letter:uppercase">{specialHoursText(special, language)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Profiles() {
  const { instagram, tiktok } = shopFacts().social;
  if (!instagram && !tiktok) return null;
  return (
    <div>
      <h2 className="text-h3">{m.contact_social()}</h2>
      <ul className="mt-2 flex flex-wrap gap-x-8">
        {instagram && (
          <Profile icon="instagram" href={instagram}>
            {m.contact_instagram({ handle: handleOf(instagram) })}
          </Profile>
        )}
        {tiktok && (
          <Profile icon="tiktok" href={tiktok}>
            {m.contact_tiktok({ handle: handleOf(tiktok) })}
          </Profile>
        )}
      </ul>
    </div>
  );
}

function Profile({ icon, href, children }: { icon: IconName; href: string; children: string }) {
  return (
    <li>
      <a href={href} className="link inline-flex min-h-11 items-center gap-2.5">
        <Icon name={icon} className="size-6" />
        {children}
      </a>
    </li>
  );
}

function Wholesale() {
  return (
    <section aria-labelledby="contact-wholesale" className="bg-accent py-[clamp(2.5rem,4vw,4.5rem)]">
      <Container className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
        <div>
          <h2 id="contact-wholesale" className="text-h2 text-ink">
            {m.contact_wholesale_heading()}
          </h2>
          <p className="mt-2 max-w-prose">{unbroken(m.contact_wholesale_text())}</p>
        </div>
        <ButtonLink href="/wholesale">{m.contact_wholesale_link()}</ButtonLink>
      </Container>
    </section>
  );
}

function Way({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-label text-second uppercase">
        <Icon name={icon} />
        {title}
      </dt>
      <dd className="mt-1.5">{children}</dd>
    </div>
  );
}
