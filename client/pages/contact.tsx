import * as m from '#messages';
import { staticIsland } from '../lib/lazy/static-island.tsx';

const ContactWays = staticIsland(() => import('../features/site/contact-ways.tsx'));

export const head = { title: m.contact_title, description: m.contact_description };

export default function ContactPage() {
  return <ContactWays />;
}
