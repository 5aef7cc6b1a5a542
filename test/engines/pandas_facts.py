# Facts of datasets as pandas reads them: `STATEMENTS`; each by the name of the statement that asks for it.
import json
import sys
from pathlib import Path

import pandas as pd
import pyarrow.dataset

tables = ["sightings", "stats", "attachments", "details", "breakdowns", "url_chain", "pages"]


def plain(value):
    if value is None or value is pd.NA or value is pd.NaT:
        return None
    if isinstance(value, pd.Timestamp):
        return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, (bool, str, float)):
        return value
    return str(value)


def read(folder, table):
    return pd.read_parquet(folder / table, dtype_backend="pyarrow")


def links(folder):
    # pandas takes the columns of the first file: those that a newer version added have to be named.
    parts = pyarrow.dataset.dataset(folder / "url_chain", partitioning="hive")
    schemas = [part.physical_schema for part in parts.get_fragments()]
    schema = pyarrow.unify_schemas([parts.schema, *schemas])
    return pd.read_parquet(folder / "url_chain", schema=schema, dtype_backend="pyarrow")


def facts(folder):
    seen = read(folder, "sightings")
    awkward = seen[seen["last_hit"] == "1700000000"].sort_values("position")
    ids = ["position", "ad_id", "ad_id_int64", "owner_id", "owner_id_int64", "monthly_traffic"]
    rows = awkward[[*ids, "platform", "title", "bookmarked"]].astype(object).values.tolist()
    values = [int(value) for value in read(folder, "stats")["value"].dropna()]
    times = seen["received_at"]
    chain = links(folder)
    columns = ["url", "times_seen", "column_of_tomorrow"]
    return {
        "identifiers": [[plain(cell) for cell in row] for row in rows],
        "sums": [[str(len(values)), str(sum(values))]],
        "times": [[plain(times.min()), plain(times.max())]],
        "months": [[month] for month in sorted(seen["month"].astype(str).unique())],
        "parts": [[str(len(chain)), *(str(chain[name].notna().sum()) for name in columns)]],
    }


found = {}
for name, wanted in json.loads(Path(sys.argv[1]).read_text()).items():
    folder = Path(name)
    found[name] = {f"count of {table}": [[str(len(read(folder, table)))]] for table in tables}
    if "identifiers" in wanted:
        found[name].update(facts(folder))
print(json.dumps(found))
