import { type PostedShift, seatsOf } from '../model/seats.ts'
import type { Identifier } from '../model/units.ts'
import { type Place, shown } from './fields.ts'
import { hintForUnknownId, idsOf } from './identifiers.ts'
import type { Reading } from './reading.ts'

/** The seats of the shifts that `shiftIds` names, each shift once; one that nobody posted is reported. */
export function seatsById(place: Place, reading: Reading, posted: readonly PostedShift[]): number[] {
  const isShift = (id: Identifier, pointer: string): boolean => {
    if (reading.shifts.has(id)) return true
    const hint = hintForUnknownId(reading.shifts, id, 'Add the shift, or correct the id.')
    reading.issues.error(pointer, 'shift-unknown', `No shift has the id ${shown(id)}.`, hint)
    return false
  }
  return [...new Set(idsOf(place, 'shiftIds', isShift))].flatMap((id) => {
    // Without a calendar there are no shifts.
    const shift = posted[reading.shifts.get(id)!]
    return shift === undefined ? [] : seatsOf(shift)
  })
}
