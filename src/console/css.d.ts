/** Styles are imported for their effect: Vite gathers them into one file. */
declare module '*.css'
