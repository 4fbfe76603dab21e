from tests.bench import durable as d

print(*d.durable(), sep="\n")
