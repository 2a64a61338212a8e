/**
 * The week before the month, Monday 25 to Sunday 31 January 2027, as it was worked: by employee id one seat a day, `--` for a day off.
 * The first letter is the kind of shift (early, day, late, night), the second the spot, as make-hospital-month.ts letters them.
 * Ida N. (8) was not employed yet.
 */
export const LAST_WEEK: Readonly<Record<number, string>> = {
  1: 'dH dH dH dH dH -- --', // Karen M.
  2: 'eC eM lD -- -- eD eC', // Birgitte L.
  3: '-- -- lM lM lM -- --', // Mads H.
  4: 'eM -- -- eD eC eM eD', // Fatima R.
  5: 'eD dM dM eC lD -- --', // Jens-Peter O.
  6: 'eM lM -- -- -- lM lD', // Camilla S.
  7: 'lD -- -- -- -- lD lM', // Oliver T.
  8: '-- -- -- -- -- -- --', // Ida N.
  9: 'lM lD -- -- -- eC eM', // Signe V.
  10: 'dM eD eM eM eM -- --', // Thomas B.
  11: '-- eC eC eM eD -- --', // Lise-Lotte G.
  12: 'eQ dU eU lU -- -- eU', // Henrik D.
  13: 'lU lU lU lU lU -- --', // Nadia C.
  14: 'lU lU lU -- -- eU eU', // Rasmus E.
  15: 'eU eU dU eU eU -- --', // Sofie J.
  16: '-- -- -- dU lU lU --', // Kwame A.
  17: '-- -- eU eU eQ eU lU', // Maja P.
  18: 'eU eU -- -- -- -- --', // Emil F.
  19: '-- -- eM dM -- -- --', // Astrid W.
  20: 'dU -- -- -- nX nF nX', // Pernille U.
  21: '-- eM eD lD -- -- --', // Viktor Z.
  22: '-- eQ eQ eQ eU -- --', // Hanne I.
  23: 'eA eA lA lA lA -- --', // Dorthe K.
  24: '-- -- eA eA -- -- --', // Ali M.
  25: 'eA eA eA eA eA -- --', // Susanne R.
  26: 'lA lA -- -- -- lA lA', // Bo V.
  27: 'nN nX nF nN -- -- --', // Yusuf A.
  28: '-- nF nN nF nN -- --', // Inger B.
  29: 'nF -- -- nX nF nX nF', // Marek W.
  30: 'nX nN nX -- -- nN nN', // Tove H.
  31: '-- -- -- -- -- eS eS', // Clara Y.
  32: '-- -- -- -- -- -- --', // Noah L.
}
