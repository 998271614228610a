import { useState } from 'react';
import { type DrawingName, drawings } from '#brand/drawings.ts';
import { type ImageName, images } from '#brand/images.ts';
import { brandProducts } from '#shared/catalogue/brand-products.ts';
import { AMOUNTS, forEachAmount } from '#shared/core/amounts.ts';
import { orderTotals } from '#shared/core/totals.ts';
import { AmountRows } from '../ui/amount-rows.tsx';
import { BADGE_TONES, Badge } from '../ui/badge.tsx';
import { Breadcrumb, breadcrumbStep } from '../ui/breadcrumb.tsx';
import { Button, type ButtonLook } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Card } from '../ui/card.tsx';
import { Drawing } from '../ui/drawing.tsx';
import { SelectField, TextAreaField, TextField } from '../ui/form.tsx';
import { ICON_NAMES, Icon } from '../ui/icons.tsx';
import { Container, Section } from '../ui/layout.tsx';
import { NutritionLabel } from '../ui/nutrition-label.tsx';
import { Picture } from '../ui/picture.tsx';
import { FailedNotice, Region } from '../ui/region.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { StaticPicture } from '../ui/static-picture.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { TileStrip } from '../ui/tile-strip.tsx';
import { toast } from '../ui/toast.ts';
import { unbroken } from '../ui/unbroken.tsx';
import type { Specimen } from './specimen.ts';

const VARIANTS: readonly NonNullable<ButtonLook['variant']>[] = ['primary', 'secondary', 'quiet', 'danger'];
const SIZES: readonly NonNullable<ButtonLook['size']>[] = ['small', 'normal', 'large'];
const OPTIONS = [
  { value: 'fl', label: 'Florida' },
  { value: 'ny', label: 'New York' },
];
const ERROR = 'Please enter your name';
const firstImage = Object.keys(images)[0] as ImageName;

const [firstLabel] = [...brandProducts().values()].flatMap(({ nutrition }) => nutrition ?? []);

function OwnTabs() {
  const [active, setActive] = useState('second');
  const tabs = ['first', 'second', 'third'].map((id) => ({ id, label: `The ${id}`, content: <p>Panel {id}</p> }));
  return <Tabs label="Tabs with an owner" tabs={tabs} active={active} onChange={setActive} />;
}

/** Every file of `client/ui`. */
export const publicParts: readonly Specimen[] = [
  {
    file: 'ui/amount-rows.tsx',
    states: {
      'taken off and added': (
        <dl className="grid grid-cols-[1fr_auto] gap-y-1.5">
          <AmountRows
            names={AMOUNTS}
            cents={orderTotals([], { discountCents: 250, taxCents: 163 })}
            labels={forEachAmount(AMOUNTS, (name) => name)}
          />
        </dl>
      ),
    },
  },
  {
    file: 'ui/badge.tsx',
    states: Object.fromEntries(
      BADGE_TONES.map((tone) => [
        tone,
        <Badge key={tone} tone={tone}>
          Pending
        </Badge>,
      ]),
    ),
  },
  {
    file: 'ui/breadcrumb.tsx',
    states: {
      plain: (
        <Breadcrumb
          here="This page"
          steps={[
            <TextLink key="home" href="/" className={breadcrumbStep}>
              Home
            </TextLink>,
            <TextLink key="shop" href="/shop" className={breadcrumbStep}>
              Shop
            </TextLink>,
          ]}
        />
      ),
    },
  },
  {
    file: 'ui/button.tsx',
    states: {
      ...Object.fromEntries(
        VARIANTS.map((variant) => [
          variant,
          SIZES.map((size) => (
            <Button key={size} variant={variant} size={size}>
              {size}
            </Button>
          )),
        ]),
      ),
      busy: <Button isBusy>Refresh</Button>,
      pending: <Button isPending>Saving…</Button>,
      disabled: <Button disabled>Checkout</Button>,
    },
  },
  { file: 'ui/button-link.tsx', states: { plain: <ButtonLink href="/shop">Shop now</ButtonLink> } },
  { file: 'ui/card.tsx', states: { plain: <Card>A white sheet with soft corners</Card> } },
  {
    file: 'ui/drawing.tsx',
    states: Object.fromEntries(
      (Object.keys(drawings) as DrawingName[]).map((name) => [
        name,
        <Drawing key={name} name={name} className="w-40" />,
      ]),
    ),
  },
  {
    file: 'ui/form.tsx',
    states: {
      plain: <TextField label="Name" />,
      hint: <TextField label="Email" hint="For the receipt" />,
      error: <TextField label="Full name" error={ERROR} />,
      'hint and error': <TextField label="Phone" hint="With the area code" error="Too short" />,
      optional: <TextField label="Apartment" isOptional />,
      disabled: <TextField label="City" disabled defaultValue="Hialeah" />,
      select: <SelectField label="State" options={OPTIONS} />,
      'select with error': <SelectField label="Shipping state" options={OPTIONS} error="Please choose" />,
      text: <TextAreaField label="Message" isOptional hint="Up to 2,000 letters" />,
    },
  },
  {
    file: 'ui/icons.tsx',
    states: Object.fromEntries(ICON_NAMES.map((name) => [name, <Icon key={name} name={name} />])),
  },
  {
    file: 'ui/layout.tsx',
    states: {
      section: (
        <Section aria-label="A chapter">
          <Container>The page's column</Container>
        </Section>
      ),
    },
  },
  ...(firstLabel
    ? [
        {
          file: 'ui/nutrition-label.tsx',
          states: {
            plain: <NutritionLabel name="Box of 40" servings={{ count: 40, isAbout: false }} nutrition={firstLabel} />,
            'rounded servings': (
              <NutritionLabel name="A jar" servings={{ count: 17, isAbout: true }} nutrition={firstLabel} />
            ),
          },
        },
      ]
    : []),
  { file: 'ui/picture.tsx', states: { plain: <Picture name={firstImage} sizes="20rem" /> } },
  { file: 'ui/static-picture.tsx', states: { plain: <StaticPicture name={firstImage} sizes="20rem" /> } },
  {
    file: 'ui/region.tsx',
    states: {
      plain: (
        <Region name="page">
          <p>A part of a page</p>
        </Region>
      ),
      failed: <FailedNotice onRetry={() => {}} />,
      'another way on': (
        <FailedNotice text="The card form could not be loaded." onRetry={() => {}}>
          <Button variant="quiet">Back to the cart</Button>
        </FailedNotice>
      ),
    },
  },
  {
    file: 'ui/rich-text.tsx',
    states: {
      plain: (
        <div className="written">
          <RichText
            nodes={[
              ['h2', ['A heading']],
              ['p', ['Words with ', ['strong', ['weight']], ' and ', ['a', ['a link'], '/about'], '.']],
              [
                'ul',
                [
                  ['li', ['One']],
                  ['li', ['Two']],
                ],
              ],
            ]}
          />
        </div>
      ),
    },
  },
  { file: 'ui/spinner.tsx', states: { plain: <Spinner />, labelled: <Spinner label="Loading" className="size-10" /> } },
  {
    file: 'ui/tabs.tsx',
    states: {
      'on their own': (
        <Tabs
          label="Tabs on their own"
          tabs={[
            { id: 'a', label: 'Ingredients', content: <p>Flour, guava</p> },
            { id: 'b', label: 'Nutrition', content: <p>140 calories</p> },
          ]}
        />
      ),
      owned: <OwnTabs />,
    },
  },
  { file: 'ui/text-link.tsx', states: { plain: <TextLink href="/about">About us</TextLink> } },
  { file: 'ui/tile-strip.tsx', states: { plain: <TileStrip /> } },
  {
    file: 'ui/toaster.tsx',
    states: {
      default: (
        <Button size="small" onClick={() => toast({ title: 'Added to cart', description: 'Guava, box of 40' })}>
          Raise a toast
        </Button>
      ),
      destructive: (
        <Button
          size="small"
          variant="danger"
          onClick={() =>
            toast({ title: 'Payment failed', description: 'Your card was declined.', variant: 'destructive' })
          }
        >
          Raise a destructive toast
        </Button>
      ),
    },
  },
  { file: 'ui/unbroken.tsx', states: { plain: <p>{unbroken('We answer within 24-48 hours.')}</p> } },
];
