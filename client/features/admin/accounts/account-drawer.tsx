import { useRef, useState } from 'react';
import { Link } from 'wouter';
import * as m from '#messages';
import { type Account, CERTIFICATE_TYPES } from '#shared/accounts/accounts.ts';
import { DEFAULT_LIST, linesFor } from '#shared/accounts/price-lists.ts';
import { adminPath } from '#shared/admin/paths.ts';
import { telHref } from '#shared/core/phone.ts';
import { US_STATES } from '#shared/places/us-states.ts';
import { textOfError } from '../../../lib/api-client.ts';
import { languageName } from '../../../lib/display-names.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { HistoryLink } from '../journal/history-link.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { ChangedNotice } from '../kit/detail/changed-notice.tsx';
import { CopyButton } from '../kit/detail/copy-button.tsx';
import { Detail } from '../kit/detail/detail.tsx';
import { EmailText } from '../kit/detail/email-text.tsx';
import { DrawerSection, FactsList } from '../kit/detail/facts-list.tsx';
import { mailtoHref } from '../kit/detail/mailto.ts';
import { FieldNote } from '../kit/form/choices.tsx';
import { formatCents } from '../kit/format.ts';
import { lazyDialog } from '../kit/lazy.tsx';
import { Loaded, Skeleton } from '../kit/load-states.tsx';
import { OwnerOnly } from '../kit/role.tsx';
import { TextButton } from '../kit/row-buttons.tsx';
import { StatusBadge } from '../kit/status.tsx';
import { useProductNames } from '../products/product-names.ts';
import { dayText } from '../taxes/tax-words.ts';
import { addressLines, certificateMail, certificateMark, holdLabels, holdOf, termsLabels } from './account-words.ts';
import {
  certificatePath,
  useAccount,
  useDeleteAccount,
  useHold,
  usePriceList,
  useRemoveCertificate,
  useSendCertificate,
} from './api.ts';

const AccountDialog = lazyDialog(() => import('./account-dialog.tsx'));
const PricesDialog = lazyDialog(() => import('./prices-dialog.tsx'));

type Props = {
  id: string;
  /** The account from the list, if it is there. */
  row: Account | undefined;
  onClose: () => void;
};

/** One account. A helper sees where it is. */
export default function AccountDrawer({ id, row, onClose }: Props) {
  const read = useAccount(id, row);
  return (
    <Detail title={read.data?.name ?? m.admin_trade_title()} onClose={onClose}>
      <div className="mt-4">
        <Loaded read={read} waiting={<Skeleton rows={3} className="h-28" />}>
          {(account) => (
            <>
              <ChangedNotice id={account.id} version={account.version} onRead={() => void read.refetch()} />
              <Body account={account} onClose={onClose} />
            </>
          )}
        </Loaded>
      </div>
    </Detail>
  );
}

function Body({ account, onClose }: { account: Account; onClose: () => void }) {
  return (
    <>
      <AccountActions account={account} />
      <OwnerOnly>
        <DrawerSection title={m.admin_trade_people()}>
          <People account={account} />
        </DrawerSection>
      </OwnerOnly>
      <DrawerSection title={m.admin_trade_addresses()}>
        <Addresses account={account} />
      </DrawerSection>
      <OwnerOnly>
        <DrawerSection title={m.admin_trade_how()}>
          <Trade account={account} />
        </DrawerSection>
        <DrawerSection title={m.admin_trade_certificate()}>
          <Certificate account={account} />
        </DrawerSection>
        <DrawerSection title={m.admin_prices_title()}>
          <Prices account={account} />
        </DrawerSection>
        {account.notes && (
          <DrawerSection title={m.admin_trade_notes()}>
            <p className="whitespace-pre-wrap">{account.notes}</p>
          </DrawerSection>
        )}
        <HistoryLink kind="account" id={account.id} />
        <Deletion account={account} onDeleted={onClose} />
      </OwnerOnly>
    </>
  );
}

function AccountActions({ account }: { account: Account }) {
  const [isEditing, setIsEditing] = useState(false);
  const hold = useHold();
  const mark = certificateMark(account);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <StatusBadge status={holdOf(account)} labels={holdLabels} />
        {mark && <Badge tone={mark.tone}>{mark.text}</Badge>}
      </div>
      <OwnerOnly>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button size="small" onClick={() => setIsEditing(true)}>
            {m.admin_trade_edit()}
          </Button>
          <Button size="small" variant="quiet" isPending={hold.isPending} onClick={() => hold.mutate(account)}>
            {account.isOnHold ? m.admin_trade_reopen() : m.admin_trade_hold()}
          </Button>
        </div>
      </OwnerOnly>
      {isEditing && <AccountDialog account={account} onClose={() => setIsEditing(false)} />}
    </>
  );
}

function People({ account: { people } }: { account: Account }) {
  if (people.length === 0) return <p className="text-ink-soft">{m.admin_trade_no_people()}</p>;
  return (
    <ul className="grid gap-3">
      {people.map(({ id, name, email, phone, language }) => (
        <li key={id}>
          <span className="font-semibold">{name}</span> <span className="text-ink-soft">{languageName(language)}</span>
          <span className="flex flex-wrap gap-x-4">
            <a className="link" href={mailtoHref(email)}>
              <EmailText address={email} />
            </a>
            {phone && (
              <a className="link" href={telHref(phone)}>
                {phone}
              </a>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Addresses({ account: { name, addresses } }: { account: Account }) {
  if (addresses.length === 0) return <p className="text-ink-soft">{m.admin_trade_no_addresses()}</p>;
  return (
    <ul className="grid gap-4">
      {addresses.map((address) => {
        const lines = addressLines(address);
        return (
          <li key={lines.join()}>
            {lines.map((line, i) => (
              <span key={line} className={`block ${address.label && i === 0 ? 'font-semibold' : ''}`}>
                {line}
              </span>
            ))}
            <CopyButton
              text={[name, ...lines].join('\n')}
              label={m.admin_copy_address()}
              name={`${m.admin_copy_address()}: ${lines[0]}`}
            />
          </li>
        );
      })}
    </ul>
  );
}

function Trade({ account }: { account: Account }) {
  const { terms, minimumCents, creditLimitCents, inquiryId } = account;
  const amount = (cents: number | null) => (cents === null ? m.admin_trade_none() : formatCents(cents));
  return (
    <FactsList
      facts={[
        [m.admin_trade_terms(), terms && termsLabels[terms]()],
        [m.admin_trade_minimum_fact(), amount(minimumCents)],
        [m.admin_trade_credit_fact(), amount(creditLimitCents)],
        inquiryId === null
          ? null
          : [
              m.admin_trade_from(),
              <Link key="inquiry" className="link" href={adminPath('wholesale', { open: inquiryId })}>
                {m.admin_trade_inquiry()}
              </Link>,
            ],
      ]}
    />
  );
}

function Certificate({ account }: { account: Account }) {
  const { id, certificate, certificateFile } = account;
  const mail = certificateMark(account) && certificateMail(account);
  const removal = useRemoveCertificate();
  return (
    <div className="grid justify-items-start gap-3">
      {certificate ? (
        <FactsList
          facts={[
            [m.admin_trade_certificate_number(), certificate.number],
            [m.admin_trade_certificate_state(), US_STATES[certificate.state]],
            [
              m.admin_trade_certificate_end(),
              certificate.endsOn === null ? m.admin_trade_certificate_endless() : dayText(certificate.endsOn),
            ],
          ]}
        />
      ) : (
        <p className="text-ink-soft">{m.admin_trade_certificate_none()}</p>
      )}
      {mail && (
        <a className="link" href={mailtoHref(mail.to, mail.subject)}>
          {m.admin_trade_certificate_ask()}
        </a>
      )}
      {certificateFile && (
        <p className="flex flex-wrap items-center gap-x-4">
          <a className="link wrap-anywhere" href={certificatePath(id)} download>
            {certificateFile.name || m.admin_trade_certificate_file()}
          </a>
          <TextButton label={m.admin_trade_certificate_remove()} onClick={() => removal.mutate(id)}>
            {m.admin_trade_certificate_remove()}
          </TextButton>
        </p>
      )}
      <CertificateUpload id={id} hasFile={certificateFile !== null} />
    </div>
  );
}

function CertificateUpload({ id, hasFile }: { id: string; hasFile: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const sending = useSendCertificate();
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={CERTIFICATE_TYPES.join()}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) sending.mutate({ id, file });
          // Allows the same file to be chosen again.
          target.value = '';
        }}
      />
      <Button size="small" variant="quiet" isPending={sending.isPending} onClick={() => input.current?.click()}>
        {hasFile ? m.admin_trade_certificate_replace() : m.admin_trade_certificate_upload()}
      </Button>
      {sending.error && <FieldNote error={textOfError(sending.error, m.admin_pictures_offline())} />}
    </>
  );
}

function Prices({ account }: { account: Account }) {
  const own = usePriceList(account.id).data;
  const byDefault = usePriceList(DEFAULT_LIST).data;
  const nameOf = useProductNames({ isNeeded: true });
  const [isOpen, setIsOpen] = useState(false);
  if (!own || !byDefault) return <Skeleton rows={2} className="h-8" />;
  const isOwn = new Set(own.lines.map(({ productId }) => productId));
  const lines = linesFor(own.lines, byDefault.lines);
  return (
    <div className="grid justify-items-start gap-3">
      {lines.length === 0 && <p className="text-ink-soft">{m.admin_prices_none()}</p>}
      <ul className="grid w-full gap-3 empty:hidden">
        {lines.map(({ productId, unitsPerCase, priceCents, minimumCases }) => (
          <li key={productId} className="grid grid-cols-[1fr_auto] gap-x-4">
            <span>{nameOf(productId)}</span>
            <span className="text-right font-semibold tabular-nums">{formatCents(priceCents)}</span>
            <span className="text-[0.92rem] text-ink-soft">
              {m.admin_prices_line({ units: unitsPerCase, cases: minimumCases })}
            </span>
            {isOwn.has(productId) && (
              <span className="text-right text-[0.92rem] text-ink-soft">{m.admin_prices_own_mark()}</span>
            )}
          </li>
        ))}
      </ul>
      <Button size="small" variant="quiet" onClick={() => setIsOpen(true)}>
        {m.admin_prices_own()}
      </Button>
      {isOpen && (
        <PricesDialog
          id={account.id}
          title={m.admin_prices_own_title({ name: account.name })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

function Deletion({ account, onDeleted }: { account: Account; onDeleted: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const deletion = useDeleteAccount(onDeleted);
  return (
    <>
      <div className="mt-6 flex justify-end">
        <Button size="small" variant="danger" onClick={() => setIsAsking(true)}>
          {m.admin_delete()}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={m.admin_trade_delete_title({ name: account.name })}
          text={m.admin_trade_delete_text()}
          confirm={m.admin_delete()}
          pending={m.admin_deleting()}
          isPending={deletion.isPending}
          onConfirm={() => deletion.mutate(account)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
