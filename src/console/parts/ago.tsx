import { agoText, momentText } from './words.ts'

/** How long ago a moment was, with the moment itself for who points at it; a dash when there is none. `now` as in `agoText`. */
export function Ago({ moment, now }: { readonly moment: string | null; readonly now: number }) {
  if (moment === null) return <>–</>
  return (
    <time dateTime={moment} title={momentText(moment)}>
      {agoText(moment, now)}
    </time>
  )
}
