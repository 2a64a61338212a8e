import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The folder, or the nearest one above it that exists. */
export async function nearestFolder(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  return isThere || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}
