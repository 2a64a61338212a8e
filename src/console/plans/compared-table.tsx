import { dateText } from '../parts/words.ts'
import { t } from '../texts/texts.ts'
import type { ComparedRosters } from './compared-rosters.ts'

interface ComparedProps {
  readonly compared: ComparedRosters
  readonly from: number
  readonly to: number
}

/** Two versions side by side: for each day the older one and the newer one. Cells that changed stand out. */
export function ComparedTable({ compared: { dates, rows }, from, to }: ComparedProps) {
  const versions = [from, to].map((version) => t('versions.numbered', { version: String(version) }))
  return (
    // A region that scrolls can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div class="scroll-x" role="region" aria-label={t('versions.sideBySide')} tabIndex={0}>
      <table class="plan-roster">
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {t('grid.name')}
            </th>
            {dates.map((date) => (
              <th key={date} scope="colgroup" colSpan={2}>
                {dateText(date)}
              </th>
            ))}
          </tr>
          <tr>
            {dates.flatMap((date) =>
              versions.map((version) => (
                <th key={`${date} ${version}`} scope="col">
                  {version}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, cells }) => (
            <tr key={String(id)}>
              <th scope="row">{name}</th>
              {cells.flatMap(({ before, after, isChanged }, at) =>
                [before, after].map((texts, side) => (
                  <td key={`${dates[at]} ${versions[side]}`} {...(isChanged ? { class: 'plan-marked' } : {})}>
                    {isChanged && side === 1 && <span class="plan-mark">◆</span>}
                    {texts.length === 0 ? '–' : texts.map((text) => <div key={text}>{text}</div>)}
                  </td>
                )),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
