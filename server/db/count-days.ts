/** On either engine; see `Connection.countDays`. */
export const COUNT_DAYS = 'select count_days($1) as is_new';
