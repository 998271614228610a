import { pageContent } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { RichText } from '../../ui/rich-text.tsx';

/** The text of this document's story. */
export default function StoryText() {
  const language = useLanguage();
  const text = pageContent().stories?.[0]?.text;
  return text && <RichText key={language} nodes={text.body[language]} />;
}
