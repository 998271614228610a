import type { ReactNode } from 'react';

type Props = {
  title: string;
  captionClass?: string;
  /** The heading of the first column. */
  head: string;
  /** The other columns, with the class of their cells. */
  columns: readonly { label: string; className: string }[];
  rows: readonly { key: string; name: ReactNode; values: readonly string[] }[];
  nameClass: string;
};

/** Numbers by product, state, code, page or language. */
export function StatTable({ title, captionClass, head, columns, rows, nameClass }: Props) {
  const numberOf = (column: number) => `py-1.5 text-right ${columns[column]?.className}`;
  return (
    <table className="w-full border-collapse self-start text-[0.95rem]">
      <caption className={captionClass}>{title}</caption>
      <thead>
        <tr className="border-line border-b text-left text-[0.88rem] text-ink-soft">
          <th scope="col" className="py-1.5 font-semibold">
            {head}
          </th>
          {columns.map(({ label }, i) => (
            <th key={label} scope="col" className={`${numberOf(i)} font-semibold`}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, values }) => (
          <tr key={key} className="border-line border-b">
            <th scope="row" className={`py-1.5 text-left font-normal ${nameClass}`}>
              {name}
            </th>
            {columns.map(({ label }, i) => (
              <td key={label} className={`${numberOf(i)} tabular-nums`}>
                {values[i]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
