import { products as brandProducts } from '#brand/catalogue.ts';
import * as m from '#messages';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import { SelectField } from '../../../ui/form.tsx';
import { ConflictNotice } from '../kit/conflict-notice.tsx';
import { MissingList } from '../kit/form/missing-list.tsx';
import { FormSection } from '../kit/form/section.tsx';
import { DraftNotice } from '../kit/use-draft.tsx';
import { FormBar } from '../publishing/form-bar.tsx';
import { pathLabel, productLabels, productValueText } from '../publishing/product-words.ts';
import { AllergensSection } from './allergens-section.tsx';
import { BoxSection } from './box-section.tsx';
import { ComponentsSection } from './components-section.tsx';
import type { ProductFormApi } from './form-api.ts';
import { IngredientsSection } from './ingredients-section.tsx';
import { KeepingSection } from './keeping-section.tsx';
import { NamesSection } from './names-section.tsx';
import { NutritionSection } from './nutrition-section.tsx';
import { PicturesField } from './pictures-field.tsx';
import { PriceSection } from './price-section.tsx';
import { useProductNames } from './product-names.ts';
import { groupOf, type ProductFormState } from './use-product-form.ts';
import { snapshotOf, toFields } from './values.ts';

type Props = { form: ProductFormState; product: AdminProduct | null };

/** All fields of a product; saved as a draft, or published. */
export function ProductForm({ form, product }: Props) {
  const { api, draft, missing, onSave, isPending } = form;
  const nameOfId = useProductNames({ isNeeded: true });
  return (
    <form
      noValidate
      className="grid gap-6"
      aria-label={m.admin_product_form()}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(false);
      }}
    >
      <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
      <MissingList
        title={m.admin_missing_title_product()}
        paths={firstOfEach(missing)}
        labelOf={(path) => pathLabel(groupOf(path))}
        fieldOf={groupOf}
      />
      <NamesSection form={api} />
      <PriceSection form={api} />
      <LooksSection form={api} />
      <BoxSection form={api} />
      <ComponentsSection form={api} product={product} />
      <IngredientsSection form={api} />
      <AllergensSection form={api} />
      <NutritionSection form={api} />
      <KeepingSection form={api} />
      <FormBar
        isPending={isPending}
        result={form.result}
        version={product?.version ?? 0}
        error={form.error}
        isDirty={form.isDirty}
        onPublish={() => onSave(true)}
        preview={product && { path: '/shop', item: `product:${product.id}` }}
      >
        <ConflictNotice<AdminProduct>
          error={form.error}
          facts={(current) => differences(api, current, nameOfId)}
          onMine={draft.saveOver(form.saveAgain)}
          onTheirs={form.takeStored}
        />
      </FormBar>
    </form>
  );
}

/** Colours that every brand has, by their names in palette.css; others have the brand's own names. */
const ROLE_NAMES: Readonly<Record<string, () => string>> = {
  brand: m.admin_product_accent_brand,
  second: m.admin_product_accent_second,
  ink: m.admin_product_accent_ink,
};

/** Pictures in order, and the accent colour of the product. */
function LooksSection({ form: { values, set, state, pictures } }: { form: ProductFormApi }) {
  const accents = [...new Set([...brandProducts.map(({ accent }) => accent), values.accent])];
  return (
    <FormSection title={productLabels.images()} hint={m.admin_product_pictures_hint()}>
      <PicturesField
        value={values.images}
        onChange={(images) => set('images', images)}
        state={state}
        pictures={pictures}
      />
      <SelectField
        label={productLabels.accent()}
        hint={m.admin_product_accent_hint()}
        value={values.accent}
        onChange={(event) => set('accent', event.target.value)}
        options={accents.map((value) => ({ value, label: ROLE_NAMES[value]?.() ?? value }))}
      />
    </FormSection>
  );
}

/** One path per field, even if several languages or rows of it are missing. */
function firstOfEach(paths: readonly string[]): string[] {
  return [...new Map([...paths].reverse().map((path) => [groupOf(path), path])).values()].reverse();
}

/** Stored values that differ from the form's. */
function differences({ values }: ProductFormApi, current: AdminProduct, nameOfId: (id: string) => string) {
  const mine = toFields(values).fields;
  const stored = snapshotOf(current);
  return Object.entries(mine)
    .filter(([field, value]) => JSON.stringify(value) !== stored[field])
    .map(
      ([field]) => [pathLabel(field), productValueText(field, current[field as keyof AdminProduct], nameOfId)] as const,
    );
}
