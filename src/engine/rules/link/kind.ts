import { tiesLeftOut } from './left-out.ts'
import type { KindOf } from '../rule-kind.ts'
import { compileLinks } from './compile-links.ts'
import { stepDuty } from './link.ts'
import { linkStateOf } from './link-units.ts'

/** link: rules that tie several employees. */
export const LINK: KindOf<'links'> = {
  name: 'link',
  fields: ['links'],
  compile: (compiling) => {
    const links = compileLinks(compiling)
    return () => ({ links })
  },
  count: {
    of: 'roster',
    add: (instance, cells, { units }) => {
      linkStateOf(instance, cells, units)
    },
  },
  change: stepDuty,
  relaxed: {
    without: () => ({ links: null }),
    concerns: ({ links }) => links !== null,
    leftOut: tiesLeftOut,
  },
}
