import * as m from '#messages';
import { type AdminLook, faultsInLook } from '#shared/look/look.ts';
import { TextField } from '../../../../ui/form.tsx';
import { fieldId } from '../../kit/form/field-state.ts';
import { issueText } from '../../kit/form/issue-text.ts';
import { FormSection } from '../../kit/form/section.tsx';
import { ContentForm, useContentForm } from '../content-form.tsx';
import { showFault } from '../show-fault.ts';
import { lookCalls as calls } from './api.ts';
import { ColourFields } from './colour-fields.tsx';
import { LogoField } from './logo-field.tsx';
import { LookPreview } from './look-preview.tsx';
import { lookLabel, lookValueText } from './words.ts';

const FIELDS = ['name', 'logo', 'colours'] as const;
/** Faults that only a publish refuses. */
const isContrast = ({ code }: { code: string }) => code.startsWith('contrast_');

const valuesOf = ({ name, logo, colours }: AdminLook) => ({ name, logo, colours: { ...colours } });

/** Name, logo and colours, with parts of the pages as they would look; saved as a draft, or published. */
export default function LookForm({ look: row, onClose }: { look: AdminLook; onClose: () => void }) {
  const content = useContentForm({ key: 'look:look', row, valuesOf, calls });
  const { values, refused, stopped, set } = content;
  const fields = { name: values.name.trim(), logo: values.logo, colours: { ...values.colours } };
  const faults = faultsInLook(fields);
  const errorOf = (path: string) => {
    const found = faults.find((each) => each.path === path && !isContrast(each));
    return refused[path] ?? (stopped ? issueText(found?.code) : undefined);
  };
  return (
    <ContentForm
      content={content}
      title={m.admin_look_title()}
      hint={<p className="text-ink-soft">{m.admin_look_hint()}</p>}
      hasSections
      onClose={onClose}
      fields={fields}
      faultIn={(isPublished) => faults.find((fault) => isPublished || !isContrast(fault))?.path}
      onFault={showFault}
      factsOf={(current) =>
        FIELDS.filter((field) => JSON.stringify(current[field]) !== JSON.stringify(fields[field])).map(
          (field) => [lookLabel(field), lookValueText(field, current[field])] as const,
        )
      }
      preview={{ path: '/', item: 'look:look' }}
      thing={{ kind: 'look', id: 'look' }}
      reset={
        row.origin === 'custom' && {
          name: m.admin_look_reset(),
          title: m.admin_look_reset_title(),
          text: m.admin_look_reset_text(),
        }
      }
    >
      <FormSection title={m.admin_look_name()} hint={m.admin_look_name_hint()}>
        <TextField
          id={fieldId('name')}
          label={m.admin_look_name_label()}
          value={values.name}
          autoComplete="off"
          maxLength={40}
          error={errorOf('name')}
          onChange={(event) => set('name', event.target.value)}
        />
      </FormSection>
      <FormSection title={m.admin_look_logo()} hint={m.admin_look_logo_hint()}>
        <LogoField
          logo={values.logo}
          ground={values.colours.ground}
          made={row.pictures !== '' && row.logo === values.logo ? row.pictures : null}
          error={errorOf('logo')}
          onChange={(logo) => set('logo', logo)}
        />
      </FormSection>
      <FormSection title={m.admin_look_colours()} hint={m.admin_look_colours_hint()}>
        <ColourFields
          colours={values.colours}
          errorOf={errorOf}
          onChange={(role, colour) => set('colours', { ...values.colours, [role]: colour })}
        />
        <LookPreview name={fields.name} logo={values.logo} colours={values.colours} />
      </FormSection>
    </ContentForm>
  );
}
