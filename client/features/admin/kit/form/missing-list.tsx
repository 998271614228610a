import * as m from '#messages';
import { Icon } from '../../../../ui/icons.tsx';
import { focusField } from './field-state.ts';

type Props = {
  title: string;
  paths: readonly string[];
  labelOf: (path: string) => string;
  /** The field to focus for a path without its own field. */
  fieldOf?: (path: string) => string;
};

/** What a form still lacks; each entry links to its field. */
export function MissingList({ title, paths, labelOf, fieldOf = (path) => path }: Props) {
  if (paths.length === 0) return null;
  return (
    <section aria-label={title} className="noticed rounded-card border border-accent px-4 py-3">
      <p className="flex items-start gap-2 font-semibold">
        <Icon name="alert" className="mt-0.5 size-5 text-brand" />
        {title}
        <span className="sr-only">
          {' '}
          {paths.length === 1 ? m.admin_missing_count_one() : m.admin_missing_count({ count: paths.length })}
        </span>
      </p>
      <ul className="flex flex-wrap gap-x-4">
        {paths.map((path) => (
          <li key={path}>
            <button type="button" className="text-button" onClick={() => focusField(path) || focusField(fieldOf(path))}>
              {labelOf(path)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
