import { GatewayError } from '../model/errors.ts'

/** What Node says of a certificate that it does not trust. */
const CERTIFICATE_CODES = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])
/** The driver has no code for it. */
const WITHOUT_TLS = /does not support SSL connections/

/**
 * The error of a first statement as operators meet it: `environment-unfit` when the server is there and refuses the connection, because of the
 * user, the name of the database or TLS. Any other error as it is. What the server says is repeated: it names users and hosts, never a password.
 */
export function explainRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof GatewayError) return error
  const { code } = error as { code?: unknown }
  const refused = (detail: string, remedy: string): GatewayError =>
    new GatewayError('environment-unfit', `${detail} (${error.message})`, remedy, { cause: error })
  if (code === '28P01' || code === '28000') {
    return refused(
      'The database refuses the user or the password.',
      'Correct both in DATABASE_URL, or let pg_hba.conf of the server admit them from this host.',
    )
  }
  if (code === '3D000') return refused('The server has no database of this name.', 'Create it, or correct the name in DATABASE_URL.')
  if (code === '42501') return refused('The user may not connect to the database.', 'Let its owner grant connect on it, or correct DATABASE_URL.')
  if (typeof code === 'string' && CERTIFICATE_CODES.has(code)) {
    return refused(
      'The certificate of the database is not trusted.',
      'Add sslrootcert=FILE to DATABASE_URL, with the certificate of the authority that signed it, and name the host as the certificate does.',
    )
  }
  if (WITHOUT_TLS.test(error.message)) {
    return refused('The database does not speak TLS, which DATABASE_URL asks for.', 'Let the server speak it, or leave sslmode out of DATABASE_URL.')
  }
  return error
}
