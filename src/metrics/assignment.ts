/**
 * The assignment of rows to columns of least total cost (the Hungarian method of Kuhn 1955 and Munkres 1957, in time
 * rows² x columns). There are at least as many columns as rows. Gives the column of each row.
 */
export function leastCostAssignment(costs: readonly (readonly number[])[]): number[] {
  const rows = costs.length;
  const columns = costs[0]?.length ?? 0;
  const price = { row: filled(rows + 1, 0), column: filled(columns + 1, 0) };
  // Rows and columns count from 1; column 0 holds the row that looks for a place.
  const rowOf = filled(columns + 1, 0);
  for (let row = 1; row <= rows; row++) {
    rowOf[0] = row;
    const least = filled(columns + 1, Number.POSITIVE_INFINITY);
    const from = filled(columns + 1, 0);
    const used = filled(columns + 1, 0);
    let column = 0;
    do {
      used[column] = 1;
      const at = rowOf[column] ?? 0;
      let delta = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let each = 1; each <= columns; each++) {
        if (used[each]) continue;
        const cost = (costs[at - 1]?.[each - 1] ?? 0) - (price.row[at] ?? 0) - (price.column[each] ?? 0);
        if (cost < (least[each] ?? 0)) {
          least[each] = cost;
          from[each] = column;
        }
        if ((least[each] ?? 0) < delta) {
          delta = least[each] ?? 0;
          next = each;
        }
      }
      for (let each = 0; each <= columns; each++) {
        if (used[each]) {
          const owner = rowOf[each] ?? 0;
          price.row[owner] = (price.row[owner] ?? 0) + delta;
          price.column[each] = (price.column[each] ?? 0) - delta;
        } else least[each] = (least[each] ?? 0) - delta;
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const before = from[column] ?? 0;
      rowOf[column] = rowOf[before] ?? 0;
      column = before;
    }
  }
  const columnOf = filled(rows, 0);
  for (let column = 1; column <= columns; column++) {
    const row = rowOf[column] ?? 0;
    if (row > 0) columnOf[row - 1] = column - 1;
  }
  return columnOf;
}

function filled(length: number, value: number): number[] {
  return Array.from({ length }, () => value);
}
