/** 我安全吗, the worker's own card (M13): one press from the first page, or shown on it where his menu has no such page. */
export const safetyPath = '/isps/amISafe'
