import { useEffect, useRef, useState } from 'react';
import * as m from '#messages';
import type { CodeKind } from '#shared/checkout/codes.ts';
import type { Language } from '#shared/core/language.ts';
import { formatPrice } from '#shared/core/money.ts';
import { keptTextOfError } from '../../../lib/api-client.ts';
import { useLanguage } from '../../../lib/language.ts';
import { textOf } from '../../../lib/text.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form.tsx';
import { checkCode } from '../api.ts';
import type { Checkout } from '../checkout-machine.ts';
import { dispatchCheckout, getCheckout } from '../checkout-store.ts';
import { codeStore } from '../code-store.ts';
import { useOneAtATime } from '../use-one-at-a-time.ts';
import { Fold } from './fold.tsx';

type Props = {
  checkout: Extract<Checkout, { step: 'address' }>;
  /** While rates are fetched with the current code. */
  isReadOnly: boolean;
  /** Called before the form is rendered with an answer, which would overwrite what a password manager has filled. */
  readSilent: () => void;
};

/** The field for a discount code, folded while empty. Its text is sent with the cart, whether or not it was checked. */
export function CodeField({ checkout, isReadOnly, readSilent }: Props) {
  const { code = '', discountCents, codeError } = checkout;
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(code !== '' || codeStore.get() !== '');
  const { kind, isUnchecked, noteTyping, check } = useCodeCheck(readSilent);
  /** A check that the shopper did not start must not take the focus from the address form. */
  const isUnasked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once: a code from a link, or a discount without one, shows at once
  useEffect(() => {
    if (code === '' && codeStore.get() !== '') dispatchCheckout({ type: 'coded', code: codeStore.get() });
    if (discountCents !== undefined || codeError) return;
    isUnasked.current = true;
    check.run();
  }, []);
  useEffect(() => {
    if (codeError && !isUnasked.current) input.current?.focus();
    if (codeError) isUnasked.current = false;
  }, [codeError]);

  return (
    <Fold summary={m.checkout_code_ask()} isOpen={isOpen} onToggle={setOpen}>
      <div className="mt-2 flex flex-wrap items-end gap-3">
        <TextField
          ref={input}
          label={m.checkout_code()}
          value={code}
          readOnly={isReadOnly}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          enterKeyHint="done"
          fieldClass="grow basis-52"
          className="uppercase"
          error={codeError && textOf(codeError)}
          onChange={(event) => {
            noteTyping();
            codeStore.set(event.target.value.trim());
            // A discount without a code stays in the total until the code is checked.
            dispatchCheckout({ type: 'coded', code: event.target.value, ...automaticOf(checkout) });
          }}
          onKeyDown={(event) => {
            // Enter would submit the surrounding form, which asks for rates.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            check.run();
          }}
        />
        <Button variant="quiet" className="min-h-12 self-start mt-7.5" isBusy={check.isPending} onClick={check.run}>
          {m.checkout_code_apply()}
        </Button>
      </div>
      <p role="status" className="mt-2 font-semibold text-second empty:hidden">
        {!codeError && !isUnchecked && code.trim() && effectText(checkout, kind, language)}
      </p>
    </Fold>
  );
}

const automaticOf = ({ discountName, discountCents }: Props['checkout']) =>
  discountName ? { discountName, discountCents } : {};

/** Checks the code in the field, or what the cart gets without one; remembers the code and its kind. */
function useCodeCheck(readSilent: Props['readSilent']) {
  const [kind, setKind] = useState<CodeKind | null>(null);
  const [isUnchecked, setUnchecked] = useState(false);
  const check = useOneAtATime(async () => {
    const asked = getCheckout();
    if (asked.step !== 'address') return;
    const { lines, attempt, code } = asked;
    // The answer is ignored if the code was changed or the step left meanwhile.
    const isAsked = () => {
      const now = getCheckout();
      return now.step === 'address' && now.code === code;
    };
    try {
      const answer = await checkCode(lines, code?.trim() ?? '', attempt);
      if (!isAsked()) return;
      readSilent();
      setKind(answer.kind);
      setUnchecked(false);
      dispatchCheckout({ type: 'coded', code, discountCents: answer.discountCents, discountName: answer.name });
    } catch (error) {
      // The rates will tell what a cart without a code gets.
      if (isAsked() && code?.trim()) {
        readSilent();
        const codeError = keptTextOfError(error, m.checkout_code_unchecked);
        dispatchCheckout({ type: 'coded', code, codeError, ...automaticOf(asked) });
      }
    }
  });
  return { kind, isUnchecked, noteTyping: () => setUnchecked(true), check };
}

/** The effect of a checked code; `null` while it is unknown. */
function effectText(
  { discountCents, discountName }: Props['checkout'],
  kind: CodeKind | null,
  language: Language,
): string | null {
  if (discountCents === undefined) return null;
  if (discountName) {
    return m.checkout_code_stays({ name: discountName[language], amount: formatPrice(discountCents, language) });
  }
  if (discountCents > 0) return m.checkout_code_takes({ amount: formatPrice(discountCents, language) });
  return kind === 'free_shipping' ? m.checkout_code_ships_free() : null;
}
