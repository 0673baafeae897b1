def settle(*a): return True
