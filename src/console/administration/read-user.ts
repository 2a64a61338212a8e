import type { User } from '../gateway/documents.ts'
import { readText, readTexts } from '../parts/form.ts'

/** What is posted to make a user. */
export function readNewUser(form: FormData): Record<string, unknown> {
  return { email: readText(form, 'email').trim(), password: readText(form, 'password'), role: readText(form, 'role'), departments: readIds(form) }
}

/** What is sent to change a user: only what is other than before, because a change of role or departments signs the user out. */
export function readUserChange(form: FormData, user: Pick<User, 'role' | 'departments'>): Record<string, unknown> {
  const role = readText(form, 'role')
  const password = readText(form, 'password')
  const departments = readIds(form)
  const before = new Set<number>(user.departments.map(({ id }) => id))
  const isSame = departments.length === before.size && departments.every((id) => before.has(id))
  return { ...(role === user.role ? {} : { role }), ...(isSame ? {} : { departments }), ...(password === '' ? {} : { password }) }
}

function readIds(form: FormData): readonly number[] {
  return readTexts(form, 'department').map(Number)
}
