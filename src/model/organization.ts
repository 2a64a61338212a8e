/** Who owns departments, users and tokens. */
export interface Organization {
  readonly id: number
  readonly name: string
  readonly createdAt: Date
}
