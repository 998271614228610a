import type { ComponentProps } from 'react';
import type { Language } from '#shared/core/language.ts';
import { controlClass, type FieldProps, Frame, useField } from '../../../../ui/form.tsx';
import { lazyPanel } from '../lazy.tsx';
import { fieldId } from './field-state.ts';

const WritingBar = lazyPanel(() => import('./writing-bar.tsx'), <div className="h-12" />);

type Props = FieldProps &
  Omit<ComponentProps<'textarea'>, 'id' | 'lang'> & {
    path: string;
    lang: Language;
    /** Called with each text that is typed, or written by a button of the bar. */
    onText: (text: string) => void;
  };

/** A labelled textarea for Markdown, below buttons that write it. */
export function MarkdownField({ path, onText, label, hint, error, isOptional, className = '', ...input }: Props) {
  const { id, control } = useField(fieldId(path), { hint, error }, input['aria-describedby']);
  return (
    <Frame id={id} label={label} hint={hint} error={error} isOptional={isOptional}>
      <WritingBar path={path} language={input.lang} onChange={onText} />
      <textarea
        onChange={(event) => onText(event.target.value)}
        {...input}
        {...control}
        className={`${controlClass} ${className}`}
      />
    </Frame>
  );
}
